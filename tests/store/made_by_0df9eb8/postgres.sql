CREATE FUNCTION public.masis_decisions_only_grow() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN RAISE EXCEPTION 'decisions are never changed' USING ERRCODE = 'integrity_constraint_violation'; END $$;
CREATE TABLE public.alembic_version (
    version_num character varying(32) NOT NULL
);
CREATE TABLE public.calibrations (
    number integer NOT NULL,
    workspace_id character varying(64) NOT NULL,
    embedder character varying(200) NOT NULL,
    engine character varying(64) NOT NULL,
    at timestamp without time zone NOT NULL,
    person character varying(200) NOT NULL,
    change text NOT NULL,
    most_wrong double precision,
    threshold double precision,
    retry_threshold double precision,
    counts_from timestamp without time zone
);
CREATE SEQUENCE public.calibrations_number_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.calibrations_number_seq OWNED BY public.calibrations.number;
CREATE TABLE public.cases (
    case_id character varying(64) NOT NULL,
    run_id character varying(64) NOT NULL,
    workspace_id character varying(64) NOT NULL,
    question text NOT NULL,
    cause character varying(32) NOT NULL,
    message text NOT NULL,
    state character varying(16) NOT NULL,
    created_at timestamp without time zone NOT NULL,
    outcome character varying(16) DEFAULT ''::character varying NOT NULL,
    assignee character varying(200) DEFAULT ''::character varying NOT NULL,
    due character varying(10) DEFAULT ''::character varying NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    continued_by character varying(64) DEFAULT ''::character varying NOT NULL
);
CREATE TABLE public.chunks (
    version_id character varying(64) NOT NULL,
    "position" integer NOT NULL,
    chunk_id character varying(64) NOT NULL,
    heading text NOT NULL,
    payload json NOT NULL
);
CREATE TABLE public.document_versions (
    version_id character varying(64) NOT NULL,
    document_id character varying(64) NOT NULL,
    number integer NOT NULL,
    sha256 character varying(64) NOT NULL,
    size_bytes integer NOT NULL,
    pages integer NOT NULL,
    chunks integer NOT NULL,
    title text NOT NULL,
    notices json NOT NULL,
    added_at timestamp without time zone NOT NULL
);
CREATE TABLE public.documents (
    document_id character varying(64) NOT NULL,
    workspace_id character varying(64) NOT NULL,
    file_name character varying(400) NOT NULL,
    name_key text NOT NULL,
    kind character varying(16) NOT NULL,
    title text NOT NULL,
    date text NOT NULL,
    current_version_id character varying(64) NOT NULL,
    deleted_at timestamp without time zone,
    created_at timestamp without time zone NOT NULL
);
CREATE TABLE public.draft_audits (
    audit_id character varying(64) NOT NULL,
    workspace_id character varying(64) NOT NULL,
    owner character varying(200) NOT NULL,
    name character varying(400) NOT NULL,
    kind character varying(16) NOT NULL,
    state character varying(16) NOT NULL,
    message text NOT NULL,
    content bytea NOT NULL,
    memo text NOT NULL,
    counts json NOT NULL,
    rows json NOT NULL,
    seconds double precision NOT NULL,
    created_at timestamp without time zone NOT NULL,
    finished_at timestamp without time zone,
    stops integer DEFAULT 0 NOT NULL
);
CREATE TABLE public.jobs (
    job_id character varying(64) NOT NULL,
    workspace_id character varying(64) NOT NULL,
    file_name character varying(400) NOT NULL,
    kind character varying(16) NOT NULL,
    sha256 character varying(64) NOT NULL,
    size_bytes integer NOT NULL,
    state character varying(16) NOT NULL,
    pages_done integer NOT NULL,
    pages_total integer NOT NULL,
    chunks_done integer NOT NULL,
    chunks_total integer NOT NULL,
    message text NOT NULL,
    code character varying(32) NOT NULL,
    document_id character varying(64) NOT NULL,
    version_id character varying(64) NOT NULL,
    created_at timestamp without time zone NOT NULL,
    updated_at timestamp without time zone NOT NULL
);
CREATE TABLE public.model_replies (
    run_id character varying(64) NOT NULL,
    key character varying(64) NOT NULL,
    reply text NOT NULL
);
CREATE TABLE public.pages (
    version_id character varying(64) NOT NULL,
    number integer NOT NULL,
    label text NOT NULL,
    text text NOT NULL,
    blocks json NOT NULL,
    has_image boolean NOT NULL,
    ocr boolean NOT NULL
);
CREATE TABLE public.precedence_rules (
    rule_id character varying(64) NOT NULL,
    workspace_id character varying(64) NOT NULL,
    preferred_id character varying(64) NOT NULL,
    preferred_title text NOT NULL,
    over_id character varying(64) NOT NULL,
    over_title text NOT NULL,
    subject text NOT NULL,
    period text NOT NULL,
    effective_from character varying(10) NOT NULL,
    reason text NOT NULL,
    created_at timestamp without time zone NOT NULL,
    created_by character varying(200) NOT NULL,
    revoked_at timestamp without time zone,
    revoked_by character varying(200) NOT NULL
);
CREATE TABLE public.probe_batches (
    batch_id character varying(64) NOT NULL,
    workspace_id character varying(64) NOT NULL,
    kind character varying(16) NOT NULL,
    state character varying(16) NOT NULL,
    engine character varying(64) NOT NULL,
    embedder character varying(200) NOT NULL,
    version character varying(64) NOT NULL,
    seed integer NOT NULL,
    done integer NOT NULL,
    total integer NOT NULL,
    message text NOT NULL,
    person character varying(200) NOT NULL,
    started_at timestamp without time zone NOT NULL,
    finished_at timestamp without time zone
);
CREATE TABLE public.probes (
    batch_id character varying(64) NOT NULL,
    number integer NOT NULL,
    checked json NOT NULL
);
CREATE TABLE public.review_decisions (
    number integer NOT NULL,
    case_id character varying(64) NOT NULL,
    run_id character varying(64) NOT NULL,
    workspace_id character varying(64) NOT NULL,
    at timestamp without time zone NOT NULL,
    person character varying(200) NOT NULL,
    action character varying(24) NOT NULL,
    code character varying(32) NOT NULL,
    reason text NOT NULL,
    before json NOT NULL,
    after json NOT NULL
);
CREATE SEQUENCE public.review_decisions_number_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.review_decisions_number_seq OWNED BY public.review_decisions.number;
CREATE TABLE public.run_events (
    run_id character varying(64) NOT NULL,
    number integer NOT NULL,
    at timestamp without time zone NOT NULL,
    kind character varying(24) NOT NULL,
    node character varying(32) NOT NULL,
    iteration integer NOT NULL,
    detail json NOT NULL
);
CREATE TABLE public.run_sources (
    run_id character varying(64) NOT NULL,
    version_id character varying(64) NOT NULL,
    document_id character varying(64) NOT NULL,
    title text NOT NULL,
    sha256 character varying(64) NOT NULL,
    gone_at timestamp without time zone
);
CREATE TABLE public.runs (
    run_id character varying(64) NOT NULL,
    workspace_id character varying(64) NOT NULL,
    thread_id character varying(64) NOT NULL,
    owner character varying(200) NOT NULL,
    question text NOT NULL,
    request json NOT NULL,
    state character varying(16) NOT NULL,
    verdict character varying(24) NOT NULL,
    confidence double precision,
    confidence_history json NOT NULL,
    iterations integer NOT NULL,
    engine text NOT NULL,
    answer text NOT NULL,
    message text NOT NULL,
    report text,
    started_at timestamp without time zone NOT NULL,
    finished_at timestamp without time zone,
    origin_run character varying(64) DEFAULT ''::character varying NOT NULL,
    kept boolean DEFAULT false NOT NULL
);
CREATE TABLE public.thread_names (
    workspace_id character varying(64) NOT NULL,
    owner character varying(200) NOT NULL,
    thread_id character varying(64) NOT NULL,
    name character varying(200) NOT NULL
);
CREATE TABLE public.workspaces (
    workspace_id character varying(64) NOT NULL,
    name character varying(200) NOT NULL,
    owner character varying(200) NOT NULL,
    sample boolean NOT NULL,
    deleting boolean NOT NULL,
    created_at timestamp without time zone NOT NULL,
    allow_web boolean DEFAULT false NOT NULL
);
ALTER TABLE ONLY public.calibrations ALTER COLUMN number SET DEFAULT nextval('public.calibrations_number_seq'::regclass);
ALTER TABLE ONLY public.review_decisions ALTER COLUMN number SET DEFAULT nextval('public.review_decisions_number_seq'::regclass);
INSERT INTO public.alembic_version VALUES ('0013');
INSERT INTO public.calibrations VALUES (1, 'acme', 'all-MiniLM-L6-v2-int8', 'extractive', '2026-11-23 02:08:14.931525', 'local', 'Thresholds 0.31 and 0.20', NULL, 0.31, 0.2, NULL);
INSERT INTO public.cases VALUES ('cb2ea1e03a5f148999f9d', 'rb03b051cabdc4bb887e4', 'acme', 'What is the airspeed of an unladen swallow?', 'weak_evidence', 'Your query did not match any documents with sufficient relevance. Try rephrasing with more specific terms from your documents, or upload documents that cover this topic.', 'open', '2026-11-23 02:08:14.550731', '', '', '', 1, '');
INSERT INTO public.cases VALUES ('c355a60a2abdd4b93abee', 'r48f716d4014349779e44', 'acme', 'What was revenue in 2024?', 'conflict', 'Conflicting information was detected across documents and could not be automatically resolved. Please review the competing claims and select a preferred source.', 'resolved', '2026-11-23 02:08:14.376947', 'approved', 'Anna', '2026-12-01', 4, '');
INSERT INTO public.chunks VALUES ('vf7b101f3ff0f490ea567', 0, 'k83c0d4556fea', '', '{"chunk_id": "k83c0d4556fea", "workspace_id": "acme", "document_id": "d7069c252601a40a48bb7", "version_id": "vf7b101f3ff0f490ea567", "document_title": "board", "text": "Board paper 2024\n\nRevenue was EUR 47.1 million in 2024.", "lead": "", "heading": "", "kind": "prose", "page_number": 1, "page_label": "1", "char_start": 0, "char_end": 55, "flagged": false, "superseded": false}');
INSERT INTO public.chunks VALUES ('v0f31422ac0d340d88859', 0, 'k2365006de5f4', '', '{"chunk_id": "k2365006de5f4", "workspace_id": "acme", "document_id": "d216cab3caaa14f0b9633", "version_id": "v0f31422ac0d340d88859", "document_title": "annual", "text": "Annual report 2024\n\nRevenue was EUR 48.2 million in 2024. The company employed 212 people at the end of 2024.", "lead": "", "heading": "", "kind": "prose", "page_number": 1, "page_label": "1", "char_start": 0, "char_end": 109, "flagged": false, "superseded": false}');
INSERT INTO public.chunks VALUES ('v908c67cc6bb24bb6ba7f', 0, 'k49a86867efb5', 'Key figures', '{"chunk_id": "k49a86867efb5", "workspace_id": "acme", "document_id": "d0bffd25ec05144e19829", "version_id": "v908c67cc6bb24bb6ba7f", "document_title": "Key figures", "text": "Key figures\n\n| EUR million | 2024 | 2023 |\n| Order backlog | 96.0 | 81.5 |", "lead": "", "heading": "Key figures", "kind": "table", "page_number": 1, "page_label": "1", "char_start": 0, "char_end": 74, "flagged": false, "superseded": false}');
INSERT INTO public.chunks VALUES ('v0988357119ed43488752', 0, 'k934de7090ef7', '', '{"chunk_id": "k934de7090ef7", "workspace_id": "acme", "document_id": "d216cab3caaa14f0b9633", "version_id": "v0988357119ed43488752", "document_title": "annual", "text": "Annual report 2024\n\nRevenue was EUR 48.2 million in 2024. The company employed 215 people at the end of 2024.", "lead": "", "heading": "", "kind": "prose", "page_number": 1, "page_label": "1", "char_start": 0, "char_end": 109, "flagged": false, "superseded": false}');
INSERT INTO public.document_versions VALUES ('vf7b101f3ff0f490ea567', 'd7069c252601a40a48bb7', 1, 'eb0d3cb1f68225c8ce225b494a2f003f1035d504a27a620779ec048e48b7d855', 56, 1, 1, 'board', '[]', '2026-11-23 02:08:10.16892');
INSERT INTO public.document_versions VALUES ('v0f31422ac0d340d88859', 'd216cab3caaa14f0b9633', 1, 'ece33513350052083ac21332fa9f78ed3b934c5d9593ce304d75dea80a068c95', 110, 1, 1, 'annual', '[]', '2026-11-23 02:08:10.190897');
INSERT INTO public.document_versions VALUES ('v908c67cc6bb24bb6ba7f', 'd0bffd25ec05144e19829', 1, 'b1f40e5466263348f9086ff5b8d4f2b671b39b51947918ffc63896ca7f8e221d', 199, 1, 1, 'Key figures', '[]', '2026-11-23 02:08:10.945888');
INSERT INTO public.document_versions VALUES ('v0988357119ed43488752', 'd216cab3caaa14f0b9633', 2, '8cff9be240b47dfb7398f9fefad296b9e79c20405a069aba453f4b80243f5e39', 110, 1, 1, 'annual', '[]', '2026-11-23 02:08:15.549524');
INSERT INTO public.documents VALUES ('d7069c252601a40a48bb7', 'acme', 'board.md', 'board.md', 'markdown', 'board', '', 'vf7b101f3ff0f490ea567', NULL, '2026-11-23 02:08:10.148757');
INSERT INTO public.documents VALUES ('d0bffd25ec05144e19829', 'acme', 'figures.html', 'figures.html', 'html', 'Key figures', '', 'v908c67cc6bb24bb6ba7f', NULL, '2026-11-23 02:08:10.944665');
INSERT INTO public.documents VALUES ('d216cab3caaa14f0b9633', 'acme', 'annual.md', 'annual.md', 'markdown', 'annual', '', 'v0988357119ed43488752', NULL, '2026-11-23 02:08:10.188731');
INSERT INTO public.draft_audits VALUES ('mceea51fda23b42369a63', 'acme', 'local', 'Memo', '', 'done', '', '\x', 'The company employed 212 people at the end of 2024. Revenue was EUR 60 million in 2024.', '{"supported": 1, "figure_mismatch": 1}', '[{"position": 0, "start": 0, "end": 51, "text": "The company employed 212 people at the end of 2024.", "verdict": "supported", "reason": "It is the source''s own sentence.", "quotes": [{"chunk_id": "k2365006de5f4", "document_id": "d216cab3caaa14f0b9633", "version_id": "v0f31422ac0d340d88859", "document_title": "annual", "page_number": 1, "page_label": "1", "char_start": 58, "char_end": 109, "text": "The company employed 212 people at the end of 2024.", "source": "document", "url": ""}], "against": [], "nearest": [], "corrections": [], "support": 1.0}, {"position": 1, "start": 52, "end": 87, "text": "Revenue was EUR 60 million in 2024.", "verdict": "figure_mismatch", "reason": "The source says EUR 48.2 million, the sentence says EUR 60 million. The documents themselves disagree: revenue, 2024: EUR 48.2 million (annual, p. 1); EUR 47.1 million (board, p. 1). By the workspace''s rule of 23 Nov 2026 by local, EUR 48.2 million (annual) takes precedence.", "quotes": [], "against": [{"chunk_id": "k2365006de5f4", "document_id": "d216cab3caaa14f0b9633", "version_id": "v0f31422ac0d340d88859", "document_title": "annual", "page_number": 1, "page_label": "1", "char_start": 20, "char_end": 57, "text": "Revenue was EUR 48.2 million in 2024.", "source": "document", "url": ""}], "nearest": [], "corrections": [{"said": "EUR 60 million", "right": "EUR 48.2 million"}], "support": 0.5}]', 0.09, '2026-11-23 02:08:14.93446', '2026-11-23 02:08:15.040571', 0);
INSERT INTO public.jobs VALUES ('jd948e190ea274a32bf6d', 'acme', 'board.md', 'markdown', 'eb0d3cb1f68225c8ce225b494a2f003f1035d504a27a620779ec048e48b7d855', 56, 'done', 1, 1, 1, 1, '', '', 'd7069c252601a40a48bb7', 'vf7b101f3ff0f490ea567', '2026-11-23 02:08:08.392611', '2026-11-23 02:08:10.182079');
INSERT INTO public.jobs VALUES ('j9b14e5325bfe4545aed9', 'acme', 'annual.md', 'markdown', 'ece33513350052083ac21332fa9f78ed3b934c5d9593ce304d75dea80a068c95', 110, 'done', 1, 1, 1, 1, '', '', 'd216cab3caaa14f0b9633', 'v0f31422ac0d340d88859', '2026-11-23 02:08:07.740707', '2026-11-23 02:08:10.19999');
INSERT INTO public.jobs VALUES ('j2fea13176d784379ae4f', 'acme', 'figures.html', 'html', 'b1f40e5466263348f9086ff5b8d4f2b671b39b51947918ffc63896ca7f8e221d', 199, 'done', 1, 1, 1, 1, '', '', 'd0bffd25ec05144e19829', 'v908c67cc6bb24bb6ba7f', '2026-11-23 02:08:08.490099', '2026-11-23 02:08:10.94782');
INSERT INTO public.jobs VALUES ('j8d5ae8bbe487436eb153', 'acme', 'annual.md', 'markdown', '8cff9be240b47dfb7398f9fefad296b9e79c20405a069aba453f4b80243f5e39', 110, 'done', 1, 1, 1, 1, '', '', 'd216cab3caaa14f0b9633', 'v0988357119ed43488752', '2026-11-23 02:08:15.066456', '2026-11-23 02:08:15.551882');
INSERT INTO public.model_replies VALUES ('rb03b051cabdc4bb887e4', 'k', 'a reply');
INSERT INTO public.pages VALUES ('vf7b101f3ff0f490ea567', 1, '1', 'Board paper 2024
Revenue was EUR 47.1 million in 2024.', '[{"kind": "paragraph", "char_start": 0, "char_end": 16, "level": 0, "header_end": 0}, {"kind": "paragraph", "char_start": 18, "char_end": 55, "level": 0, "header_end": 0}]', false, false);
INSERT INTO public.pages VALUES ('v0f31422ac0d340d88859', 1, '1', 'Annual report 2024
Revenue was EUR 48.2 million in 2024. The company employed 212 people at the end of 2024.', '[{"kind": "paragraph", "char_start": 0, "char_end": 18, "level": 0, "header_end": 0}, {"kind": "paragraph", "char_start": 20, "char_end": 109, "level": 0, "header_end": 0}]', false, false);
INSERT INTO public.pages VALUES ('v908c67cc6bb24bb6ba7f', 1, '1', 'Key figures
| EUR million | 2024 | 2023 |
| Order backlog | 96.0 | 81.5 |', '[{"kind": "heading", "char_start": 0, "char_end": 11, "level": 1, "header_end": 0}, {"kind": "table", "char_start": 13, "char_end": 74, "level": 0, "header_end": 42}]', false, false);
INSERT INTO public.pages VALUES ('v0988357119ed43488752', 1, '1', 'Annual report 2024
Revenue was EUR 48.2 million in 2024. The company employed 215 people at the end of 2024.', '[{"kind": "paragraph", "char_start": 0, "char_end": 18, "level": 0, "header_end": 0}, {"kind": "paragraph", "char_start": 20, "char_end": 109, "level": 0, "header_end": 0}]', false, false);
INSERT INTO public.precedence_rules VALUES ('p142577ff6fd340ce872f', 'acme', 'd216cab3caaa14f0b9633', 'annual', 'd7069c252601a40a48bb7', 'board', 'revenue', '', '2026-11-23', 'audited', '2026-11-23 02:08:14.707555', 'local', NULL, '');
INSERT INTO public.probe_batches VALUES ('t07201fcbfa674b05b2da', 'acme', 'known', 'finished', 'extractive', 'all-MiniLM-L6-v2-int8', '0.1.0', 0, 2, 2, '', 'local', '2026-11-23 02:08:14.765053', '2026-11-23 02:08:14.926189');
INSERT INTO public.probes VALUES ('t07201fcbfa674b05b2da', 1, '{"probe": {"number": 1, "kind": "answerable", "text": "How many people did the company employ at the end of 2024?", "expected": ["212"], "document": "", "what": "", "chunk_id": "", "document_id": "", "page_number": 1}, "ending": "answered", "right": true, "confidence": 0.916, "clean": true, "answered": true, "said": "annual, page 1:\n\nThe company employed 212 people at the end of 2024 [k2365006de5f4].", "holding": [0.7026], "others": [0.4246, 0.3271]}');
INSERT INTO public.probes VALUES ('t07201fcbfa674b05b2da', 2, '{"probe": {"number": 2, "kind": "answerable", "text": "What was the order backlog in 2024?", "expected": ["96.0"], "document": "", "what": "", "chunk_id": "", "document_id": "", "page_number": 1}, "ending": "answered", "right": true, "confidence": 0.904, "clean": true, "answered": true, "said": "Key figures, page 1:\n\nOrder backlog (EUR million) \u2013 2024: 96.0 [k49a86867efb5].", "holding": [0.3934], "others": [0.3895, 0.2884]}');
INSERT INTO public.review_decisions VALUES (1, 'c355a60a2abdd4b93abee', 'r48f716d4014349779e44', 'acme', '2026-11-23 02:08:14.593499', 'Anna', 'assign', '', '', '{"assignee": ""}', '{"assignee": "Anna"}');
INSERT INTO public.review_decisions VALUES (2, 'c355a60a2abdd4b93abee', 'r48f716d4014349779e44', 'acme', '2026-11-23 02:08:14.624636', 'Anna', 'due', '', '', '{"due": ""}', '{"due": "2026-12-01"}');
INSERT INTO public.review_decisions VALUES (3, 'c355a60a2abdd4b93abee', 'r48f716d4014349779e44', 'acme', '2026-11-23 02:08:14.636915', 'Anna', 'comment', '', 'The annual report is audited.', '{}', '{}');
INSERT INTO public.review_decisions VALUES (4, 'c355a60a2abdd4b93abee', 'r48f716d4014349779e44', 'acme', '2026-11-23 02:08:14.661105', 'Anna', 'approve', '', 'Checked against the ledger.', '{"verdict": "needs_review", "answer": "The documents give different values for revenue, 2024:\n\nannual, page 1:\n\nRevenue was EUR 48.2 million in 2024 [k2365006de5f4].\n\nboard, page 1:\n\nRevenue was EUR 47.1 million in 2024 [k83c0d4556fea].", "confidence": 0.671}', '{"verdict": "finalized"}');
INSERT INTO public.run_events VALUES ('r814d228a779644d8913e', 1, '2026-11-23 02:08:13.780604', 'started', '', 0, '{}');
INSERT INTO public.run_events VALUES ('r814d228a779644d8913e', 2, '2026-11-23 02:08:13.804129', 'node_started', 'orchestrator', 1, '{}');
INSERT INTO public.run_events VALUES ('r814d228a779644d8913e', 3, '2026-11-23 02:08:13.809952', 'node_finished', 'orchestrator', 1, '{"node": "orchestrator", "iteration": 1, "duration_ms": 0.219, "decision": "clear", "reason": "Names a topic that can be searched for.", "clarifications_asked": 0}');
INSERT INTO public.run_events VALUES ('r814d228a779644d8913e', 4, '2026-11-23 02:08:13.824821', 'node_started', 'supervisor', 1, '{}');
INSERT INTO public.run_events VALUES ('r814d228a779644d8913e', 5, '2026-11-23 02:08:13.827966', 'node_finished', 'supervisor', 1, '{"node": "supervisor", "iteration": 1, "duration_ms": 0.065, "decision": "start", "confidence": 0.0, "retry_count": 0, "reason": "first_pass", "problems": []}');
INSERT INTO public.run_events VALUES ('r814d228a779644d8913e', 6, '2026-11-23 02:08:13.831431', 'node_started', 'researcher', 1, '{}');
INSERT INTO public.run_events VALUES ('r814d228a779644d8913e', 7, '2026-11-23 02:08:13.897223', 'node_finished', 'researcher', 1, '{"node": "researcher", "iteration": 1, "duration_ms": 61.709, "retry_count": 0, "chunks": 3, "filtered_out": 0, "avg_score": 0.4848, "threshold_used": 0.25, "augmented_query_used": false, "scores": [0.7026, 0.4246, 0.3271], "searched": {"workspace_id": "acme", "question": "How many people did the company employ at the end of 2024?", "gap_questions": []}, "tools": [{"tool": "documents", "question": "How many people did the company employ at the end of 2024?", "why": "The documents are always searched.", "decided_by": "rule", "found": 3, "kept": 3}], "tool_warnings": [], "nearest_misses": []}');
INSERT INTO public.run_events VALUES ('r814d228a779644d8913e', 8, '2026-11-23 02:08:13.899077', 'node_started', 'synthesizer', 1, '{}');
INSERT INTO public.run_events VALUES ('r814d228a779644d8913e', 9, '2026-11-23 02:08:13.946958', 'node_finished', 'synthesizer', 1, '{"node": "synthesizer", "iteration": 1, "duration_ms": 41.72, "context_compressed": false, "shortened": [], "citations": 1, "cited": ["k2365006de5f4"], "answer_length": 84, "draft": "annual, page 1:\n\nThe company employed 212 people at the end of 2024 [k2365006de5f4].", "precedence": []}');
INSERT INTO public.run_events VALUES ('r814d228a779644d8913e', 10, '2026-11-23 02:08:13.948769', 'node_started', 'critic', 1, '{}');
INSERT INTO public.run_events VALUES ('r814d228a779644d8913e', 11, '2026-11-23 02:08:13.974716', 'node_finished', 'critic', 1, '{"node": "critic", "iteration": 1, "duration_ms": 17.191, "confidence": 0.916, "model_confidence": 0.916, "hallucination": false, "needs_retry": false, "conflicts": 0, "invalid_citations": 0, "uncited_claims": 0, "fabricated": [], "gap_questions": [], "penalties": [], "precedence": []}');
INSERT INTO public.run_events VALUES ('r814d228a779644d8913e', 12, '2026-11-23 02:08:13.976482', 'node_started', 'evaluator', 1, '{}');
INSERT INTO public.run_events VALUES ('r814d228a779644d8913e', 13, '2026-11-23 02:08:13.985621', 'node_finished', 'evaluator', 1, '{"node": "evaluator", "iteration": 1, "duration_ms": 1.108, "overall_score": 1.0, "faithfulness": 1.0, "relevance": 1.0, "completeness": 1.0, "reasoning_quality": 1.0, "clamps": []}');
INSERT INTO public.run_events VALUES ('r814d228a779644d8913e', 14, '2026-11-23 02:08:13.988426', 'node_started', 'supervisor', 1, '{}');
INSERT INTO public.run_events VALUES ('r814d228a779644d8913e', 15, '2026-11-23 02:08:14.023947', 'node_finished', 'supervisor', 1, '{"node": "supervisor", "iteration": 1, "duration_ms": 27.688, "decision": "finalize", "confidence": 0.916, "retry_count": 0, "reason": "clean", "problems": [], "best_iteration": 1, "finalize_line": 0.65, "line_set_by": "default"}');
INSERT INTO public.run_events VALUES ('r814d228a779644d8913e', 16, '2026-11-23 02:08:14.029553', 'finished', '', 0, '{"verdict": "finalized"}');
INSERT INTO public.run_events VALUES ('r48f716d4014349779e44', 1, '2026-11-23 02:08:14.125191', 'started', '', 0, '{}');
INSERT INTO public.run_events VALUES ('r48f716d4014349779e44', 2, '2026-11-23 02:08:14.151325', 'node_started', 'orchestrator', 1, '{}');
INSERT INTO public.run_events VALUES ('r48f716d4014349779e44', 3, '2026-11-23 02:08:14.153702', 'node_finished', 'orchestrator', 1, '{"node": "orchestrator", "iteration": 1, "duration_ms": 0.201, "decision": "clear", "reason": "Names a topic that can be searched for.", "clarifications_asked": 0}');
INSERT INTO public.run_events VALUES ('r48f716d4014349779e44', 4, '2026-11-23 02:08:14.155359', 'node_started', 'supervisor', 1, '{}');
INSERT INTO public.run_events VALUES ('r48f716d4014349779e44', 5, '2026-11-23 02:08:14.159204', 'node_finished', 'supervisor', 1, '{"node": "supervisor", "iteration": 1, "duration_ms": 0.055, "decision": "start", "confidence": 0.0, "retry_count": 0, "reason": "first_pass", "problems": []}');
INSERT INTO public.run_events VALUES ('r48f716d4014349779e44', 6, '2026-11-23 02:08:14.16135', 'node_started', 'researcher', 1, '{}');
INSERT INTO public.run_events VALUES ('r48f716d4014349779e44', 7, '2026-11-23 02:08:14.179772', 'node_finished', 'researcher', 1, '{"node": "researcher", "iteration": 1, "duration_ms": 14.164, "retry_count": 0, "chunks": 3, "filtered_out": 0, "avg_score": 0.5564, "threshold_used": 0.25, "augmented_query_used": false, "scores": [0.6703, 0.5763, 0.4225], "searched": {"workspace_id": "acme", "question": "What was revenue in 2024?", "gap_questions": []}, "tools": [{"tool": "documents", "question": "What was revenue in 2024?", "why": "The documents are always searched.", "decided_by": "rule", "found": 3, "kept": 3}], "tool_warnings": [], "nearest_misses": []}');
INSERT INTO public.run_events VALUES ('r48f716d4014349779e44', 8, '2026-11-23 02:08:14.18172', 'node_started', 'synthesizer', 1, '{}');
INSERT INTO public.run_events VALUES ('r48f716d4014349779e44', 9, '2026-11-23 02:08:14.231717', 'node_finished', 'synthesizer', 1, '{"node": "synthesizer", "iteration": 1, "duration_ms": 35.101, "context_compressed": false, "shortened": [], "citations": 2, "cited": ["k2365006de5f4", "k83c0d4556fea"], "answer_length": 197, "draft": "The documents give different values for revenue, 2024:\n\nannual, page 1:\n\nRevenue was EUR 48.2 million in 2024 [k2365006de5f4].\n\nboard, page 1:\n\nRevenue was EUR 47.1 million in 2024 [k83c0d4556fea].", "precedence": []}');
INSERT INTO public.run_events VALUES ('r48f716d4014349779e44', 10, '2026-11-23 02:08:14.233461', 'node_started', 'critic', 1, '{}');
INSERT INTO public.run_events VALUES ('r48f716d4014349779e44', 11, '2026-11-23 02:08:14.242305', 'node_finished', 'critic', 1, '{"node": "critic", "iteration": 1, "duration_ms": 5.84, "confidence": 0.671, "model_confidence": 0.671, "hallucination": false, "needs_retry": false, "conflicts": 1, "invalid_citations": 0, "uncited_claims": 0, "fabricated": [], "gap_questions": [], "penalties": [], "precedence": []}');
INSERT INTO public.run_events VALUES ('r48f716d4014349779e44', 12, '2026-11-23 02:08:14.243711', 'node_started', 'evaluator', 1, '{}');
INSERT INTO public.run_events VALUES ('r48f716d4014349779e44', 13, '2026-11-23 02:08:14.253461', 'node_finished', 'evaluator', 1, '{"node": "evaluator", "iteration": 1, "duration_ms": 1.012, "overall_score": 1.0, "faithfulness": 1.0, "relevance": 1.0, "completeness": 1.0, "reasoning_quality": 1.0, "clamps": []}');
INSERT INTO public.run_events VALUES ('r48f716d4014349779e44', 14, '2026-11-23 02:08:14.25505', 'node_started', 'supervisor', 1, '{}');
INSERT INTO public.run_events VALUES ('r48f716d4014349779e44', 15, '2026-11-23 02:08:14.262096', 'node_finished', 'supervisor', 1, '{"node": "supervisor", "iteration": 1, "duration_ms": 4.191, "decision": "retry", "confidence": 0.671, "retry_count": 1, "reason": "conflict", "problems": ["conflict"], "best_iteration": 1, "finalize_line": 0.65, "line_set_by": "default"}');
INSERT INTO public.run_events VALUES ('r48f716d4014349779e44', 16, '2026-11-23 02:08:14.270336', 'node_started', 'researcher', 2, '{}');
INSERT INTO public.run_events VALUES ('r48f716d4014349779e44', 17, '2026-11-23 02:08:14.290239', 'node_finished', 'researcher', 2, '{"node": "researcher", "iteration": 2, "duration_ms": 14.693, "retry_count": 1, "chunks": 3, "filtered_out": 0, "avg_score": 0.5564, "threshold_used": 0.2, "augmented_query_used": false, "scores": [0.6703, 0.5763, 0.4225], "searched": {"workspace_id": "acme", "question": "What was revenue in 2024?", "gap_questions": []}, "tools": [{"tool": "documents", "question": "What was revenue in 2024?", "why": "The documents are always searched.", "decided_by": "rule", "found": 3, "kept": 3}], "tool_warnings": [], "nearest_misses": []}');
INSERT INTO public.run_events VALUES ('r48f716d4014349779e44', 18, '2026-11-23 02:08:14.302494', 'node_started', 'synthesizer', 2, '{}');
INSERT INTO public.run_events VALUES ('r48f716d4014349779e44', 20, '2026-11-23 02:08:14.322763', 'node_started', 'critic', 2, '{}');
INSERT INTO public.run_events VALUES ('r48f716d4014349779e44', 22, '2026-11-23 02:08:14.333281', 'node_started', 'evaluator', 2, '{}');
INSERT INTO public.run_events VALUES ('r48f716d4014349779e44', 19, '2026-11-23 02:08:14.318751', 'node_finished', 'synthesizer', 2, '{"node": "synthesizer", "iteration": 2, "duration_ms": 8.253, "context_compressed": false, "shortened": [], "citations": 2, "cited": ["k2365006de5f4", "k83c0d4556fea"], "answer_length": 197, "draft": "The documents give different values for revenue, 2024:\n\nannual, page 1:\n\nRevenue was EUR 48.2 million in 2024 [k2365006de5f4].\n\nboard, page 1:\n\nRevenue was EUR 47.1 million in 2024 [k83c0d4556fea].", "precedence": []}');
INSERT INTO public.run_events VALUES ('rb03b051cabdc4bb887e4', 1, '2026-11-23 02:08:14.449854', 'started', '', 0, '{}');
INSERT INTO public.run_events VALUES ('rb03b051cabdc4bb887e4', 6, '2026-11-23 02:08:14.482033', 'node_started', 'researcher', 1, '{}');
INSERT INTO public.run_events VALUES ('rb03b051cabdc4bb887e4', 7, '2026-11-23 02:08:14.510783', 'node_finished', 'researcher', 1, '{"node": "researcher", "iteration": 1, "duration_ms": 23.42, "warning": "no_qualifying_evidence", "retry_count": 0, "results_before_filter": 3, "threshold_used": 0.25, "augmented_query_used": false, "searched": {"workspace_id": "acme", "question": "What is the airspeed of an unladen swallow?", "gap_questions": []}, "tools": [{"tool": "documents", "question": "What is the airspeed of an unladen swallow?", "why": "The documents are always searched.", "decided_by": "rule", "found": 3, "kept": 0}], "tool_warnings": [], "nearest_misses": [{"chunk_id": "k49a86867efb5", "document_title": "Key figures", "page_label": "1", "score": 0.1337, "keyword_score": 0.0, "text": "Key figures\n\n| EUR million | 2024 | 2023 |\n| Order backlog | 96.0 | 81.5 |"}, {"chunk_id": "k2365006de5f4", "document_title": "annual", "page_label": "1", "score": 0.0228, "keyword_score": 0.0, "text": "Annual report 2024\n\nRevenue was EUR 48.2 million in 2024. The company employed 212 people at the end of 2024."}, {"chunk_id": "k83c0d4556fea", "document_title": "board", "page_label": "1", "score": -0.0415, "keyword_score": 0.0, "text": "Board paper 2024\n\nRevenue was EUR 47.1 million in 2024."}]}');
INSERT INTO public.run_events VALUES ('r48f716d4014349779e44', 21, '2026-11-23 02:08:14.331574', 'node_finished', 'critic', 2, '{"node": "critic", "iteration": 2, "duration_ms": 5.428, "confidence": 0.671, "model_confidence": 0.671, "hallucination": false, "needs_retry": false, "conflicts": 1, "invalid_citations": 0, "uncited_claims": 0, "fabricated": [], "gap_questions": [], "penalties": [], "precedence": []}');
INSERT INTO public.run_events VALUES ('rb03b051cabdc4bb887e4', 4, '2026-11-23 02:08:14.477554', 'node_started', 'supervisor', 1, '{}');
INSERT INTO public.run_events VALUES ('rb03b051cabdc4bb887e4', 5, '2026-11-23 02:08:14.480295', 'node_finished', 'supervisor', 1, '{"node": "supervisor", "iteration": 1, "duration_ms": 0.061, "decision": "start", "confidence": 0.0, "retry_count": 0, "reason": "first_pass", "problems": []}');
INSERT INTO public.run_events VALUES ('rb03b051cabdc4bb887e4', 8, '2026-11-23 02:08:14.524271', 'finished', '', 0, '{"verdict": "needs_review"}');
INSERT INTO public.run_events VALUES ('r48f716d4014349779e44', 23, '2026-11-23 02:08:14.33681', 'node_finished', 'evaluator', 2, '{"node": "evaluator", "iteration": 2, "duration_ms": 1.051, "overall_score": 1.0, "faithfulness": 1.0, "relevance": 1.0, "completeness": 1.0, "reasoning_quality": 1.0, "clamps": []}');
INSERT INTO public.run_events VALUES ('r48f716d4014349779e44', 26, '2026-11-23 02:08:14.350736', 'finished', '', 0, '{"verdict": "needs_review"}');
INSERT INTO public.run_events VALUES ('r48f716d4014349779e44', 24, '2026-11-23 02:08:14.338281', 'node_started', 'supervisor', 2, '{}');
INSERT INTO public.run_events VALUES ('r48f716d4014349779e44', 25, '2026-11-23 02:08:14.345649', 'node_finished', 'supervisor', 2, '{"node": "supervisor", "iteration": 2, "duration_ms": 4.066, "decision": "escalate", "confidence": 0.671, "retry_count": 1, "reason": "no_gain", "cause": "conflict", "problems": ["conflict"], "best_iteration": 1, "finalize_line": 0.65, "line_set_by": "default"}');
INSERT INTO public.run_events VALUES ('rb03b051cabdc4bb887e4', 2, '2026-11-23 02:08:14.470583', 'node_started', 'orchestrator', 1, '{}');
INSERT INTO public.run_events VALUES ('rb03b051cabdc4bb887e4', 3, '2026-11-23 02:08:14.473315', 'node_finished', 'orchestrator', 1, '{"node": "orchestrator", "iteration": 1, "duration_ms": 0.238, "decision": "clear", "reason": "Names a topic that can be searched for.", "clarifications_asked": 0}');
INSERT INTO public.run_sources VALUES ('r814d228a779644d8913e', 'v0f31422ac0d340d88859', 'd216cab3caaa14f0b9633', 'annual', 'ece33513350052083ac21332fa9f78ed3b934c5d9593ce304d75dea80a068c95', NULL);
INSERT INTO public.run_sources VALUES ('r48f716d4014349779e44', 'v0f31422ac0d340d88859', 'd216cab3caaa14f0b9633', 'annual', 'ece33513350052083ac21332fa9f78ed3b934c5d9593ce304d75dea80a068c95', NULL);
INSERT INTO public.run_sources VALUES ('r48f716d4014349779e44', 'vf7b101f3ff0f490ea567', 'd7069c252601a40a48bb7', 'board', 'eb0d3cb1f68225c8ce225b494a2f003f1035d504a27a620779ec048e48b7d855', NULL);
INSERT INTO public.runs VALUES ('r814d228a779644d8913e', 'acme', '327c379f2541400ab1aaccbd4e098f8c', 'local', 'How many people did the company employ at the end of 2024?', '{"user_query": "How many people did the company employ at the end of 2024?", "workspace_id": "acme", "max_retries": 2, "thread_id": "327c379f2541400ab1aaccbd4e098f8c", "allow_web": false, "conversation": {"turns": [], "clarifications_asked": 0}, "standalone": false, "guidance": null, "origin": null}', 'finished', 'finalized', 0.916, '[0.916]', 1, 'extractive', 'annual, page 1:
The company employed 212 people at the end of 2024 [k2365006de5f4].', '', '{"run_id":"r814d228a779644d8913e","workspace_id":"acme","thread_id":"327c379f2541400ab1aaccbd4e098f8c","question":"How many people did the company employ at the end of 2024?","resolved_question":"","status":"success","answer":"annual, page 1:\n\nThe company employed 212 people at the end of 2024 [k2365006de5f4].","confidence":0.916,"requires_human_review":false,"clarification_question":null,"cause":null,"critique":{"confidence":0.916,"model_confidence":0.916,"hallucination_detected":false,"unsupported_claims":[],"logical_gaps":[],"conflicting_evidence":[],"conflicts":[],"settled":[],"needs_retry":false,"issues":[],"penalties":[]},"claims":[{"position":0,"text":"annual, page 1:","answer_start":0,"answer_end":15,"citations":[],"quotes":[],"verdict":"heading","decided_by":"code","code_verdict":null,"reason":"It introduces what follows and states no fact of its own.","support":0.0},{"position":1,"text":"The company employed 212 people at the end of 2024.","answer_start":17,"answer_end":84,"citations":["k2365006de5f4"],"quotes":[{"chunk_id":"k2365006de5f4","document_id":"d216cab3caaa14f0b9633","version_id":"v0f31422ac0d340d88859","document_title":"annual","page_number":1,"page_label":"1","char_start":58,"char_end":109,"text":"The company employed 212 people at the end of 2024.","source":"document","url":""}],"verdict":"supported","decided_by":"code","code_verdict":null,"reason":"It is the source''s own sentence.","support":1.0}],"evaluation":{"faithfulness":1.0,"relevance":1.0,"completeness":1.0,"reasoning_quality":1.0,"overall_score":1.0,"clamps":[]},"citation_audit":{"cited":["k2365006de5f4"],"fabricated":[],"uncited_claims":[]},"evidence":[{"chunk_id":"k2365006de5f4","workspace_id":"acme","document_id":"d216cab3caaa14f0b9633","version_id":"v0f31422ac0d340d88859","document_title":"annual","text":"Annual report 2024\n\nRevenue was EUR 48.2 million in 2024. The company employed 212 people at the end of 2024.","lead":"","heading":"","kind":"prose","page_number":1,"page_label":"1","char_start":0,"char_end":109,"flagged":false,"superseded":false,"score":0.702568,"keyword_score":1.0,"source":"document","document_date":"","url":"","seen_on":""},{"chunk_id":"k83c0d4556fea","workspace_id":"acme","document_id":"d7069c252601a40a48bb7","version_id":"vf7b101f3ff0f490ea567","document_title":"board","text":"Board paper 2024\n\nRevenue was EUR 47.1 million in 2024.","lead":"","heading":"","kind":"prose","page_number":1,"page_label":"1","char_start":0,"char_end":55,"flagged":false,"superseded":false,"score":0.42463,"keyword_score":0.0,"source":"document","document_date":"","url":"","seen_on":""},{"chunk_id":"k49a86867efb5","workspace_id":"acme","document_id":"d0bffd25ec05144e19829","version_id":"v908c67cc6bb24bb6ba7f","document_title":"Key figures","text":"Key figures\n\n| EUR million | 2024 | 2023 |\n| Order backlog | 96.0 | 81.5 |","lead":"","heading":"Key figures","kind":"table","page_number":1,"page_label":"1","char_start":0,"char_end":74,"flagged":false,"superseded":false,"score":0.327133,"keyword_score":0.0,"source":"document","document_date":"","url":"","seen_on":""}],"trace":[{"node":"orchestrator","iteration":1,"duration_ms":0.219,"decision":"clear","reason":"Names a topic that can be searched for.","clarifications_asked":0},{"node":"supervisor","iteration":1,"duration_ms":0.065,"decision":"start","confidence":0.0,"retry_count":0,"reason":"first_pass","problems":[]},{"node":"researcher","iteration":1,"duration_ms":61.709,"retry_count":0,"chunks":3,"filtered_out":0,"avg_score":0.4848,"threshold_used":0.25,"augmented_query_used":false,"scores":[0.7026,0.4246,0.3271],"searched":{"workspace_id":"acme","question":"How many people did the company employ at the end of 2024?","gap_questions":[]},"tools":[{"tool":"documents","question":"How many people did the company employ at the end of 2024?","why":"The documents are always searched.","decided_by":"rule","found":3,"kept":3}],"tool_warnings":[],"nearest_misses":[]},{"node":"synthesizer","iteration":1,"duration_ms":41.72,"context_compressed":false,"shortened":[],"citations":1,"cited":["k2365006de5f4"],"answer_length":84,"draft":"annual, page 1:\n\nThe company employed 212 people at the end of 2024 [k2365006de5f4].","precedence":[]},{"node":"critic","iteration":1,"duration_ms":17.191,"confidence":0.916,"model_confidence":0.916,"hallucination":false,"needs_retry":false,"conflicts":0,"invalid_citations":0,"uncited_claims":0,"fabricated":[],"gap_questions":[],"penalties":[],"precedence":[]},{"node":"evaluator","iteration":1,"duration_ms":1.108,"overall_score":1.0,"faithfulness":1.0,"relevance":1.0,"completeness":1.0,"reasoning_quality":1.0,"clamps":[]},{"node":"supervisor","iteration":1,"duration_ms":27.688,"decision":"finalize","confidence":0.916,"retry_count":0,"reason":"clean","problems":[],"best_iteration":1,"finalize_line":0.65,"line_set_by":"default"}],"metrics":{"evaluation":{"faithfulness":1.0,"relevance":1.0,"completeness":1.0,"reasoning_quality":1.0,"overall_score":1.0,"clamps":[]},"confidence_history":[0.916],"retry_reasons":[],"llm_calls":0,"tokens":{"input":0,"output":0,"total":0},"node_latency_ms":{"orchestrator":0.219,"supervisor":27.753,"researcher":61.709,"synthesizer":41.72,"critic":17.191,"evaluator":1.108},"retrieval_calls":1,"tool_calls":{"documents":1},"retrieval_scores":[0.7026,0.4246,0.3271],"avg_retrieval_score":0.4848,"compression":{"compressed":false,"chars_before":238,"chars_after":238,"shortened":0},"last_citation_audit":{"cited":["k2365006de5f4"],"fabricated":[],"uncited_claims":[]},"low_confidence_threshold":0.65,"embedder":"all-MiniLM-L6-v2-int8"},"engine":"extractive","human":[],"continues":"","origin":null,"conditions":{"Confidence needed":"0.65","Retries allowed":"2","Documents":"3 in the workspace","Web search":"off","Embedder":"all-MiniLM-L6-v2-int8","Candidates":"10, on a retry 20","Characters given to the writer":"6,000","Reviewer":"none","Version of MASIS":"0.1.0"},"started_at":"2026-11-23T02:08:11.039181Z","finished_at":"2026-11-23T02:08:14.027260Z"}', '2026-11-23 02:08:11.039181', '2026-11-23 02:08:14.02726', '', true);
INSERT INTO public.runs VALUES ('rb03b051cabdc4bb887e4', 'acme', '22ef4b5b3a954e9a99dabb3305e393a1', 'local', 'What is the airspeed of an unladen swallow?', '{"user_query": "What is the airspeed of an unladen swallow?", "workspace_id": "acme", "max_retries": 2, "thread_id": "22ef4b5b3a954e9a99dabb3305e393a1", "allow_web": false, "conversation": {"turns": [], "clarifications_asked": 0}, "standalone": false, "guidance": null, "origin": null}', 'finished', 'needs_review', 0, '[]', 1, 'extractive', '', '', '{"run_id":"rb03b051cabdc4bb887e4","workspace_id":"acme","thread_id":"22ef4b5b3a954e9a99dabb3305e393a1","question":"What is the airspeed of an unladen swallow?","resolved_question":"","status":"needs_clarification","answer":null,"confidence":0.0,"requires_human_review":true,"clarification_question":"Your query did not match any documents with sufficient relevance. Try rephrasing with more specific terms from your documents, or upload documents that cover this topic.","cause":"weak_evidence","critique":null,"claims":[],"evaluation":null,"citation_audit":null,"evidence":[],"trace":[{"node":"orchestrator","iteration":1,"duration_ms":0.238,"decision":"clear","reason":"Names a topic that can be searched for.","clarifications_asked":0},{"node":"supervisor","iteration":1,"duration_ms":0.061,"decision":"start","confidence":0.0,"retry_count":0,"reason":"first_pass","problems":[]},{"node":"researcher","iteration":1,"duration_ms":23.42,"warning":"no_qualifying_evidence","retry_count":0,"results_before_filter":3,"threshold_used":0.25,"augmented_query_used":false,"searched":{"workspace_id":"acme","question":"What is the airspeed of an unladen swallow?","gap_questions":[]},"tools":[{"tool":"documents","question":"What is the airspeed of an unladen swallow?","why":"The documents are always searched.","decided_by":"rule","found":3,"kept":0}],"tool_warnings":[],"nearest_misses":[{"chunk_id":"k49a86867efb5","document_title":"Key figures","page_label":"1","score":0.1337,"keyword_score":0.0,"text":"Key figures\n\n| EUR million | 2024 | 2023 |\n| Order backlog | 96.0 | 81.5 |"},{"chunk_id":"k2365006de5f4","document_title":"annual","page_label":"1","score":0.0228,"keyword_score":0.0,"text":"Annual report 2024\n\nRevenue was EUR 48.2 million in 2024. The company employed 212 people at the end of 2024."},{"chunk_id":"k83c0d4556fea","document_title":"board","page_label":"1","score":-0.0415,"keyword_score":0.0,"text":"Board paper 2024\n\nRevenue was EUR 47.1 million in 2024."}]}],"metrics":{"evaluation":null,"confidence_history":[],"retry_reasons":[],"llm_calls":0,"tokens":{"input":0,"output":0,"total":0},"node_latency_ms":{"orchestrator":0.238,"supervisor":0.061,"researcher":23.42},"retrieval_calls":1,"tool_calls":{"documents":1},"low_confidence_threshold":0.65},"engine":"extractive","human":[],"continues":"","origin":null,"conditions":{"Confidence needed":"0.65","Retries allowed":"2","Documents":"3 in the workspace","Web search":"off","Embedder":"all-MiniLM-L6-v2-int8","Candidates":"10, on a retry 20","Characters given to the writer":"6,000","Reviewer":"none","Version of MASIS":"0.1.0"},"started_at":"2026-11-23T02:08:14.387404Z","finished_at":"2026-11-23T02:08:14.522234Z"}', '2026-11-23 02:08:14.387404', '2026-11-23 02:08:14.522234', '', true);
INSERT INTO public.runs VALUES ('r48f716d4014349779e44', 'acme', '0a6f49db50fb48fcbdbf0184706560f5', 'local', 'What was revenue in 2024?', '{"user_query": "What was revenue in 2024?", "workspace_id": "acme", "max_retries": 2, "thread_id": "0a6f49db50fb48fcbdbf0184706560f5", "allow_web": false, "conversation": {"turns": [], "clarifications_asked": 0}, "standalone": false, "guidance": null, "origin": null}', 'finished', 'finalized', 0.671, '[0.671, 0.671]', 2, 'extractive', 'The documents give different values for revenue, 2024:
annual, page 1:
Revenue was EUR 48.2 million in 2024 [k2365006de5f4].
board, page 1:
Revenue was EUR 47.1 million in 2024 [k83c0d4556fea].', '', '{"run_id":"r48f716d4014349779e44","workspace_id":"acme","thread_id":"0a6f49db50fb48fcbdbf0184706560f5","question":"What was revenue in 2024?","resolved_question":"","status":"needs_clarification","answer":"The documents give different values for revenue, 2024:\n\nannual, page 1:\n\nRevenue was EUR 48.2 million in 2024 [k2365006de5f4].\n\nboard, page 1:\n\nRevenue was EUR 47.1 million in 2024 [k83c0d4556fea].","confidence":0.671,"requires_human_review":true,"clarification_question":"Conflicting information was detected across documents and could not be automatically resolved. Please review the competing claims and select a preferred source.","cause":"conflict","critique":{"confidence":0.671,"model_confidence":0.671,"hallucination_detected":false,"unsupported_claims":[],"logical_gaps":[],"conflicting_evidence":["revenue, 2024: EUR 48.2 million (annual, p. 1); EUR 47.1 million (board, p. 1)"],"conflicts":[{"subject":"revenue, 2024","sides":[{"chunk_id":"k2365006de5f4","document_id":"d216cab3caaa14f0b9633","document_title":"annual","page_label":"1","value":"EUR 48.2 million","quote":"Revenue was EUR 48.2 million in 2024.","note":""},{"chunk_id":"k83c0d4556fea","document_id":"d7069c252601a40a48bb7","document_title":"board","page_label":"1","value":"EUR 47.1 million","quote":"Revenue was EUR 47.1 million in 2024.","note":""}],"cause":""}],"settled":[],"needs_retry":false,"issues":[{"kind":"conflict","severity":"high","claim":"revenue, 2024: EUR 48.2 million (annual, p. 1); EUR 47.1 million (board, p. 1)","suggestion":"Choose the source to rely on.","decided_by":"code"}],"penalties":[]},"claims":[{"position":0,"text":"The documents give different values for revenue, 2024:","answer_start":0,"answer_end":54,"citations":[],"quotes":[],"verdict":"heading","decided_by":"code","code_verdict":null,"reason":"It introduces what follows and states no fact of its own.","support":0.0},{"position":1,"text":"annual, page 1:","answer_start":56,"answer_end":71,"citations":[],"quotes":[],"verdict":"heading","decided_by":"code","code_verdict":null,"reason":"It introduces what follows and states no fact of its own.","support":0.0},{"position":2,"text":"Revenue was EUR 48.2 million in 2024.","answer_start":73,"answer_end":126,"citations":["k2365006de5f4"],"quotes":[{"chunk_id":"k2365006de5f4","document_id":"d216cab3caaa14f0b9633","version_id":"v0f31422ac0d340d88859","document_title":"annual","page_number":1,"page_label":"1","char_start":20,"char_end":57,"text":"Revenue was EUR 48.2 million in 2024.","source":"document","url":""}],"verdict":"supported","decided_by":"code","code_verdict":null,"reason":"It is the source''s own sentence.","support":1.0},{"position":3,"text":"board, page 1:","answer_start":128,"answer_end":142,"citations":[],"quotes":[],"verdict":"heading","decided_by":"code","code_verdict":null,"reason":"It introduces what follows and states no fact of its own.","support":0.0},{"position":4,"text":"Revenue was EUR 47.1 million in 2024.","answer_start":144,"answer_end":197,"citations":["k83c0d4556fea"],"quotes":[{"chunk_id":"k83c0d4556fea","document_id":"d7069c252601a40a48bb7","version_id":"vf7b101f3ff0f490ea567","document_title":"board","page_number":1,"page_label":"1","char_start":18,"char_end":55,"text":"Revenue was EUR 47.1 million in 2024.","source":"document","url":""}],"verdict":"supported","decided_by":"code","code_verdict":null,"reason":"It is the source''s own sentence.","support":1.0}],"evaluation":{"faithfulness":1.0,"relevance":1.0,"completeness":1.0,"reasoning_quality":1.0,"overall_score":1.0,"clamps":[]},"citation_audit":{"cited":["k2365006de5f4","k83c0d4556fea"],"fabricated":[],"uncited_claims":[]},"evidence":[{"chunk_id":"k2365006de5f4","workspace_id":"acme","document_id":"d216cab3caaa14f0b9633","version_id":"v0f31422ac0d340d88859","document_title":"annual","text":"Annual report 2024\n\nRevenue was EUR 48.2 million in 2024. The company employed 212 people at the end of 2024.","lead":"","heading":"","kind":"prose","page_number":1,"page_label":"1","char_start":0,"char_end":109,"flagged":false,"superseded":false,"score":0.670348,"keyword_score":0.0,"source":"document","document_date":"","url":"","seen_on":""},{"chunk_id":"k83c0d4556fea","workspace_id":"acme","document_id":"d7069c252601a40a48bb7","version_id":"vf7b101f3ff0f490ea567","document_title":"board","text":"Board paper 2024\n\nRevenue was EUR 47.1 million in 2024.","lead":"","heading":"","kind":"prose","page_number":1,"page_label":"1","char_start":0,"char_end":55,"flagged":false,"superseded":false,"score":0.576329,"keyword_score":0.0,"source":"document","document_date":"","url":"","seen_on":""},{"chunk_id":"k49a86867efb5","workspace_id":"acme","document_id":"d0bffd25ec05144e19829","version_id":"v908c67cc6bb24bb6ba7f","document_title":"Key figures","text":"Key figures\n\n| EUR million | 2024 | 2023 |\n| Order backlog | 96.0 | 81.5 |","lead":"","heading":"Key figures","kind":"table","page_number":1,"page_label":"1","char_start":0,"char_end":74,"flagged":false,"superseded":false,"score":0.422458,"keyword_score":0.0,"source":"document","document_date":"","url":"","seen_on":""}],"trace":[{"node":"orchestrator","iteration":1,"duration_ms":0.201,"decision":"clear","reason":"Names a topic that can be searched for.","clarifications_asked":0},{"node":"supervisor","iteration":1,"duration_ms":0.055,"decision":"start","confidence":0.0,"retry_count":0,"reason":"first_pass","problems":[]},{"node":"researcher","iteration":1,"duration_ms":14.164,"retry_count":0,"chunks":3,"filtered_out":0,"avg_score":0.5564,"threshold_used":0.25,"augmented_query_used":false,"scores":[0.6703,0.5763,0.4225],"searched":{"workspace_id":"acme","question":"What was revenue in 2024?","gap_questions":[]},"tools":[{"tool":"documents","question":"What was revenue in 2024?","why":"The documents are always searched.","decided_by":"rule","found":3,"kept":3}],"tool_warnings":[],"nearest_misses":[]},{"node":"synthesizer","iteration":1,"duration_ms":35.101,"context_compressed":false,"shortened":[],"citations":2,"cited":["k2365006de5f4","k83c0d4556fea"],"answer_length":197,"draft":"The documents give different values for revenue, 2024:\n\nannual, page 1:\n\nRevenue was EUR 48.2 million in 2024 [k2365006de5f4].\n\nboard, page 1:\n\nRevenue was EUR 47.1 million in 2024 [k83c0d4556fea].","precedence":[]},{"node":"critic","iteration":1,"duration_ms":5.84,"confidence":0.671,"model_confidence":0.671,"hallucination":false,"needs_retry":false,"conflicts":1,"invalid_citations":0,"uncited_claims":0,"fabricated":[],"gap_questions":[],"penalties":[],"precedence":[]},{"node":"evaluator","iteration":1,"duration_ms":1.012,"overall_score":1.0,"faithfulness":1.0,"relevance":1.0,"completeness":1.0,"reasoning_quality":1.0,"clamps":[]},{"node":"supervisor","iteration":1,"duration_ms":4.191,"decision":"retry","confidence":0.671,"retry_count":1,"reason":"conflict","problems":["conflict"],"best_iteration":1,"finalize_line":0.65,"line_set_by":"default"},{"node":"researcher","iteration":2,"duration_ms":14.693,"retry_count":1,"chunks":3,"filtered_out":0,"avg_score":0.5564,"threshold_used":0.2,"augmented_query_used":false,"scores":[0.6703,0.5763,0.4225],"searched":{"workspace_id":"acme","question":"What was revenue in 2024?","gap_questions":[]},"tools":[{"tool":"documents","question":"What was revenue in 2024?","why":"The documents are always searched.","decided_by":"rule","found":3,"kept":3}],"tool_warnings":[],"nearest_misses":[]},{"node":"synthesizer","iteration":2,"duration_ms":8.253,"context_compressed":false,"shortened":[],"citations":2,"cited":["k2365006de5f4","k83c0d4556fea"],"answer_length":197,"draft":"The documents give different values for revenue, 2024:\n\nannual, page 1:\n\nRevenue was EUR 48.2 million in 2024 [k2365006de5f4].\n\nboard, page 1:\n\nRevenue was EUR 47.1 million in 2024 [k83c0d4556fea].","precedence":[]},{"node":"critic","iteration":2,"duration_ms":5.428,"confidence":0.671,"model_confidence":0.671,"hallucination":false,"needs_retry":false,"conflicts":1,"invalid_citations":0,"uncited_claims":0,"fabricated":[],"gap_questions":[],"penalties":[],"precedence":[]},{"node":"evaluator","iteration":2,"duration_ms":1.051,"overall_score":1.0,"faithfulness":1.0,"relevance":1.0,"completeness":1.0,"reasoning_quality":1.0,"clamps":[]},{"node":"supervisor","iteration":2,"duration_ms":4.066,"decision":"escalate","confidence":0.671,"retry_count":1,"reason":"no_gain","cause":"conflict","problems":["conflict"],"best_iteration":1,"finalize_line":0.65,"line_set_by":"default"}],"metrics":{"evaluation":{"faithfulness":1.0,"relevance":1.0,"completeness":1.0,"reasoning_quality":1.0,"overall_score":1.0,"clamps":[]},"confidence_history":[0.671,0.671],"retry_reasons":[{"iteration":1,"confidence":0.671,"reason":"conflict","citation_issue":false,"hallucination":false}],"llm_calls":0,"tokens":{"input":0,"output":0,"total":0},"node_latency_ms":{"orchestrator":0.201,"supervisor":8.312,"researcher":28.857,"synthesizer":43.354,"critic":11.268,"evaluator":2.0629999999999997},"retrieval_calls":2,"tool_calls":{"documents":2},"retrieval_scores":[0.6703,0.5763,0.4225,0.6703,0.5763,0.4225],"avg_retrieval_score":0.5564,"compression":{"compressed":false,"chars_before":238,"chars_after":238,"shortened":0},"last_citation_audit":{"cited":["k2365006de5f4","k83c0d4556fea"],"fabricated":[],"uncited_claims":[]},"low_confidence_threshold":0.65,"embedder":"all-MiniLM-L6-v2-int8"},"engine":"extractive","human":[],"continues":"","origin":null,"conditions":{"Confidence needed":"0.65","Retries allowed":"2","Documents":"3 in the workspace","Web search":"off","Embedder":"all-MiniLM-L6-v2-int8","Candidates":"10, on a retry 20","Characters given to the writer":"6,000","Reviewer":"none","Version of MASIS":"0.1.0"},"started_at":"2026-11-23T02:08:14.097968Z","finished_at":"2026-11-23T02:08:14.348950Z"}', '2026-11-23 02:08:14.097968', '2026-11-23 02:08:14.34895', '', true);
INSERT INTO public.thread_names VALUES ('acme', 'local', '22ef4b5b3a954e9a99dabb3305e393a1', 'Revenue');
INSERT INTO public.workspaces VALUES ('acme', 'Acme', 'local', false, false, '2026-11-23 02:08:07.523971', false);
SELECT pg_catalog.setval('public.calibrations_number_seq', 1, true);
SELECT pg_catalog.setval('public.review_decisions_number_seq', 4, true);
ALTER TABLE ONLY public.alembic_version
    ADD CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num);
ALTER TABLE ONLY public.calibrations
    ADD CONSTRAINT calibrations_pkey PRIMARY KEY (number);
ALTER TABLE ONLY public.cases
    ADD CONSTRAINT cases_pkey PRIMARY KEY (case_id);
ALTER TABLE ONLY public.cases
    ADD CONSTRAINT cases_run_id_key UNIQUE (run_id);
ALTER TABLE ONLY public.chunks
    ADD CONSTRAINT chunks_pkey PRIMARY KEY (version_id, "position");
ALTER TABLE ONLY public.document_versions
    ADD CONSTRAINT document_versions_document_id_number_key UNIQUE (document_id, number);
ALTER TABLE ONLY public.document_versions
    ADD CONSTRAINT document_versions_pkey PRIMARY KEY (version_id);
ALTER TABLE ONLY public.documents
    ADD CONSTRAINT documents_pkey PRIMARY KEY (document_id);
ALTER TABLE ONLY public.draft_audits
    ADD CONSTRAINT draft_audits_pkey PRIMARY KEY (audit_id);
ALTER TABLE ONLY public.jobs
    ADD CONSTRAINT jobs_pkey PRIMARY KEY (job_id);
ALTER TABLE ONLY public.model_replies
    ADD CONSTRAINT model_replies_pkey PRIMARY KEY (run_id, key);
ALTER TABLE ONLY public.pages
    ADD CONSTRAINT pages_pkey PRIMARY KEY (version_id, number);
ALTER TABLE ONLY public.precedence_rules
    ADD CONSTRAINT precedence_rules_pkey PRIMARY KEY (rule_id);
ALTER TABLE ONLY public.probe_batches
    ADD CONSTRAINT probe_batches_pkey PRIMARY KEY (batch_id);
ALTER TABLE ONLY public.probes
    ADD CONSTRAINT probes_pkey PRIMARY KEY (batch_id, number);
ALTER TABLE ONLY public.review_decisions
    ADD CONSTRAINT review_decisions_pkey PRIMARY KEY (number);
ALTER TABLE ONLY public.run_events
    ADD CONSTRAINT run_events_pkey PRIMARY KEY (run_id, number);
ALTER TABLE ONLY public.run_sources
    ADD CONSTRAINT run_sources_pkey PRIMARY KEY (run_id, version_id);
ALTER TABLE ONLY public.runs
    ADD CONSTRAINT runs_pkey PRIMARY KEY (run_id);
ALTER TABLE ONLY public.thread_names
    ADD CONSTRAINT thread_names_pkey PRIMARY KEY (workspace_id, owner, thread_id);
ALTER TABLE ONLY public.workspaces
    ADD CONSTRAINT workspaces_pkey PRIMARY KEY (workspace_id);
CREATE INDEX calibrations_by_place ON public.calibrations USING btree (workspace_id, embedder, engine, number);
CREATE INDEX cases_by_age ON public.cases USING btree (state, created_at);
CREATE INDEX decisions_by_run ON public.review_decisions USING btree (run_id, number);
CREATE INDEX documents_by_name ON public.documents USING btree (workspace_id, name_key);
CREATE INDEX drafts_by_age ON public.draft_audits USING btree (workspace_id, owner, created_at);
CREATE INDEX ix_cases_continued_by ON public.cases USING btree (continued_by);
CREATE INDEX ix_cases_workspace_id ON public.cases USING btree (workspace_id);
CREATE INDEX ix_chunks_chunk_id ON public.chunks USING btree (chunk_id);
CREATE INDEX ix_document_versions_document_id ON public.document_versions USING btree (document_id);
CREATE INDEX ix_document_versions_sha256 ON public.document_versions USING btree (sha256);
CREATE INDEX ix_draft_audits_state ON public.draft_audits USING btree (state);
CREATE INDEX ix_jobs_sha256 ON public.jobs USING btree (sha256);
CREATE INDEX ix_jobs_state ON public.jobs USING btree (state);
CREATE INDEX ix_jobs_workspace_id ON public.jobs USING btree (workspace_id);
CREATE INDEX ix_precedence_rules_workspace_id ON public.precedence_rules USING btree (workspace_id);
CREATE INDEX ix_review_decisions_case_id ON public.review_decisions USING btree (case_id);
CREATE INDEX ix_review_decisions_workspace_id ON public.review_decisions USING btree (workspace_id);
CREATE INDEX ix_runs_origin_run ON public.runs USING btree (origin_run);
CREATE INDEX ix_runs_state ON public.runs USING btree (state);
CREATE INDEX ix_runs_thread_id ON public.runs USING btree (thread_id);
CREATE INDEX ix_workspaces_owner ON public.workspaces USING btree (owner);
CREATE INDEX probe_batches_by_place ON public.probe_batches USING btree (workspace_id, embedder, engine);
CREATE INDEX run_sources_by_document ON public.run_sources USING btree (document_id);
CREATE INDEX runs_by_time ON public.runs USING btree (workspace_id, started_at);
CREATE TRIGGER review_decisions_only_grow BEFORE UPDATE ON public.review_decisions FOR EACH ROW EXECUTE FUNCTION public.masis_decisions_only_grow();
ALTER TABLE ONLY public.calibrations
    ADD CONSTRAINT calibrations_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(workspace_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.cases
    ADD CONSTRAINT cases_run_id_fkey FOREIGN KEY (run_id) REFERENCES public.runs(run_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.cases
    ADD CONSTRAINT cases_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(workspace_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.chunks
    ADD CONSTRAINT chunks_version_id_fkey FOREIGN KEY (version_id) REFERENCES public.document_versions(version_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.document_versions
    ADD CONSTRAINT document_versions_document_id_fkey FOREIGN KEY (document_id) REFERENCES public.documents(document_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.documents
    ADD CONSTRAINT documents_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(workspace_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.draft_audits
    ADD CONSTRAINT draft_audits_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(workspace_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.jobs
    ADD CONSTRAINT jobs_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(workspace_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.model_replies
    ADD CONSTRAINT model_replies_run_id_fkey FOREIGN KEY (run_id) REFERENCES public.runs(run_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.pages
    ADD CONSTRAINT pages_version_id_fkey FOREIGN KEY (version_id) REFERENCES public.document_versions(version_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.precedence_rules
    ADD CONSTRAINT precedence_rules_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(workspace_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.probe_batches
    ADD CONSTRAINT probe_batches_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(workspace_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.probes
    ADD CONSTRAINT probes_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES public.probe_batches(batch_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.review_decisions
    ADD CONSTRAINT review_decisions_case_id_fkey FOREIGN KEY (case_id) REFERENCES public.cases(case_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.review_decisions
    ADD CONSTRAINT review_decisions_run_id_fkey FOREIGN KEY (run_id) REFERENCES public.runs(run_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.review_decisions
    ADD CONSTRAINT review_decisions_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(workspace_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.run_events
    ADD CONSTRAINT run_events_run_id_fkey FOREIGN KEY (run_id) REFERENCES public.runs(run_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.run_sources
    ADD CONSTRAINT run_sources_run_id_fkey FOREIGN KEY (run_id) REFERENCES public.runs(run_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.runs
    ADD CONSTRAINT runs_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(workspace_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.thread_names
    ADD CONSTRAINT thread_names_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(workspace_id) ON DELETE CASCADE;
