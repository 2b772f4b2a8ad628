PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO alembic_version VALUES('0013');
CREATE TABLE documents (
	document_id VARCHAR(64) NOT NULL, 
	workspace_id VARCHAR(64) NOT NULL, 
	file_name VARCHAR(400) NOT NULL, 
	name_key VARCHAR(400) NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	title TEXT NOT NULL, 
	date VARCHAR(32) NOT NULL, 
	current_version_id VARCHAR(64) NOT NULL, 
	deleted_at DATETIME, 
	created_at DATETIME NOT NULL, 
	PRIMARY KEY (document_id), 
	FOREIGN KEY(workspace_id) REFERENCES workspaces (workspace_id) ON DELETE CASCADE
);
INSERT INTO documents VALUES('d29066e62700c46a78ca4','acme','board.md','board.md','markdown','board','','v451e282c9ba941979c3d',NULL,'2026-11-23 02:07:52.959640');
INSERT INTO documents VALUES('d04a7b4086a0e48e2baba','acme','annual.md','annual.md','markdown','annual','','v4be8664530c54d3c8723',NULL,'2026-11-23 02:07:52.998499');
INSERT INTO documents VALUES('d566c25256fbb45128f08','acme','figures.html','figures.html','html','Key figures','','ve3bdf713d05e4f75920b',NULL,'2026-11-23 02:07:53.544307');
CREATE TABLE jobs (
	job_id VARCHAR(64) NOT NULL, 
	workspace_id VARCHAR(64) NOT NULL, 
	file_name VARCHAR(400) NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	sha256 VARCHAR(64) NOT NULL, 
	size_bytes INTEGER NOT NULL, 
	state VARCHAR(16) NOT NULL, 
	pages_done INTEGER NOT NULL, 
	pages_total INTEGER NOT NULL, 
	chunks_done INTEGER NOT NULL, 
	chunks_total INTEGER NOT NULL, 
	message TEXT NOT NULL, 
	code VARCHAR(32) NOT NULL, 
	document_id VARCHAR(64) NOT NULL, 
	version_id VARCHAR(64) NOT NULL, 
	created_at DATETIME NOT NULL, 
	updated_at DATETIME NOT NULL, 
	PRIMARY KEY (job_id), 
	FOREIGN KEY(workspace_id) REFERENCES workspaces (workspace_id) ON DELETE CASCADE
);
INSERT INTO jobs VALUES('j6667d065d8cc4738a3d8','acme','annual.md','markdown','ece33513350052083ac21332fa9f78ed3b934c5d9593ce304d75dea80a068c95',110,'done',1,1,1,1,'','','d04a7b4086a0e48e2baba','v3645ad0be27547ca8dff','2026-11-23 02:07:51.328415','2026-11-23 02:07:53.013834');
INSERT INTO jobs VALUES('jc1b84907b247496a9b06','acme','board.md','markdown','eb0d3cb1f68225c8ce225b494a2f003f1035d504a27a620779ec048e48b7d855',56,'done',1,1,1,1,'','','d29066e62700c46a78ca4','v451e282c9ba941979c3d','2026-11-23 02:07:51.346937','2026-11-23 02:07:53.005016');
INSERT INTO jobs VALUES('jff9bbeafbd8e4bc9a0f9','acme','figures.html','html','b1f40e5466263348f9086ff5b8d4f2b671b39b51947918ffc63896ca7f8e221d',199,'done',1,1,1,1,'','','d566c25256fbb45128f08','ve3bdf713d05e4f75920b','2026-11-23 02:07:51.377520','2026-11-23 02:07:53.546326');
INSERT INTO jobs VALUES('j39127a46c38e45edb6dc','acme','annual.md','markdown','8cff9be240b47dfb7398f9fefad296b9e79c20405a069aba453f4b80243f5e39',110,'done',1,1,1,1,'','','d04a7b4086a0e48e2baba','v4be8664530c54d3c8723','2026-11-23 02:07:56.929597','2026-11-23 02:07:57.423811');
CREATE TABLE runs (
	run_id VARCHAR(64) NOT NULL, 
	workspace_id VARCHAR(64) NOT NULL, 
	thread_id VARCHAR(64) NOT NULL, 
	owner VARCHAR(200) NOT NULL, 
	question TEXT NOT NULL, 
	request JSON NOT NULL, 
	state VARCHAR(16) NOT NULL, 
	verdict VARCHAR(24) NOT NULL, 
	confidence DOUBLE, 
	confidence_history JSON NOT NULL, 
	iterations INTEGER NOT NULL, 
	engine VARCHAR(64) NOT NULL, 
	answer TEXT NOT NULL, 
	message TEXT NOT NULL, 
	report TEXT, 
	started_at DATETIME NOT NULL, 
	finished_at DATETIME, origin_run VARCHAR(64) DEFAULT '' NOT NULL, kept BOOLEAN DEFAULT 0 NOT NULL, 
	PRIMARY KEY (run_id), 
	FOREIGN KEY(workspace_id) REFERENCES workspaces (workspace_id) ON DELETE CASCADE
);
INSERT INTO runs VALUES('r5db01734f43340cd992c','acme','0bcc607af800459db3e308ba38f7d8ab','local','How many people did the company employ at the end of 2024?','{"user_query": "How many people did the company employ at the end of 2024?", "workspace_id": "acme", "max_retries": 2, "thread_id": "0bcc607af800459db3e308ba38f7d8ab", "allow_web": false, "conversation": {"turns": [], "clarifications_asked": 0}, "standalone": false, "guidance": null, "origin": null}','finished','finalized',0.91600000000000003641,'[0.916]',1,'extractive',replace('annual, page 1:\n\nThe company employed 212 people at the end of 2024 [k2365006de5f4].','\n',char(10)),'','{"run_id":"r5db01734f43340cd992c","workspace_id":"acme","thread_id":"0bcc607af800459db3e308ba38f7d8ab","question":"How many people did the company employ at the end of 2024?","resolved_question":"","status":"success","answer":"annual, page 1:\n\nThe company employed 212 people at the end of 2024 [k2365006de5f4].","confidence":0.916,"requires_human_review":false,"clarification_question":null,"cause":null,"critique":{"confidence":0.916,"model_confidence":0.916,"hallucination_detected":false,"unsupported_claims":[],"logical_gaps":[],"conflicting_evidence":[],"conflicts":[],"settled":[],"needs_retry":false,"issues":[],"penalties":[]},"claims":[{"position":0,"text":"annual, page 1:","answer_start":0,"answer_end":15,"citations":[],"quotes":[],"verdict":"heading","decided_by":"code","code_verdict":null,"reason":"It introduces what follows and states no fact of its own.","support":0.0},{"position":1,"text":"The company employed 212 people at the end of 2024.","answer_start":17,"answer_end":84,"citations":["k2365006de5f4"],"quotes":[{"chunk_id":"k2365006de5f4","document_id":"d04a7b4086a0e48e2baba","version_id":"v3645ad0be27547ca8dff","document_title":"annual","page_number":1,"page_label":"1","char_start":58,"char_end":109,"text":"The company employed 212 people at the end of 2024.","source":"document","url":""}],"verdict":"supported","decided_by":"code","code_verdict":null,"reason":"It is the source''s own sentence.","support":1.0}],"evaluation":{"faithfulness":1.0,"relevance":1.0,"completeness":1.0,"reasoning_quality":1.0,"overall_score":1.0,"clamps":[]},"citation_audit":{"cited":["k2365006de5f4"],"fabricated":[],"uncited_claims":[]},"evidence":[{"chunk_id":"k2365006de5f4","workspace_id":"acme","document_id":"d04a7b4086a0e48e2baba","version_id":"v3645ad0be27547ca8dff","document_title":"annual","text":"Annual report 2024\n\nRevenue was EUR 48.2 million in 2024. The company employed 212 people at the end of 2024.","lead":"","heading":"","kind":"prose","page_number":1,"page_label":"1","char_start":0,"char_end":109,"flagged":false,"superseded":false,"score":0.702568,"keyword_score":1.0,"source":"document","document_date":"","url":"","seen_on":""},{"chunk_id":"k83c0d4556fea","workspace_id":"acme","document_id":"d29066e62700c46a78ca4","version_id":"v451e282c9ba941979c3d","document_title":"board","text":"Board paper 2024\n\nRevenue was EUR 47.1 million in 2024.","lead":"","heading":"","kind":"prose","page_number":1,"page_label":"1","char_start":0,"char_end":55,"flagged":false,"superseded":false,"score":0.42463,"keyword_score":0.0,"source":"document","document_date":"","url":"","seen_on":""},{"chunk_id":"k49a86867efb5","workspace_id":"acme","document_id":"d566c25256fbb45128f08","version_id":"ve3bdf713d05e4f75920b","document_title":"Key figures","text":"Key figures\n\n| EUR million | 2024 | 2023 |\n| Order backlog | 96.0 | 81.5 |","lead":"","heading":"Key figures","kind":"table","page_number":1,"page_label":"1","char_start":0,"char_end":74,"flagged":false,"superseded":false,"score":0.327133,"keyword_score":0.0,"source":"document","document_date":"","url":"","seen_on":""}],"trace":[{"node":"orchestrator","iteration":1,"duration_ms":0.235,"decision":"clear","reason":"Names a topic that can be searched for.","clarifications_asked":0},{"node":"supervisor","iteration":1,"duration_ms":0.036,"decision":"start","confidence":0.0,"retry_count":0,"reason":"first_pass","problems":[]},{"node":"researcher","iteration":1,"duration_ms":7.423,"retry_count":0,"chunks":3,"filtered_out":0,"avg_score":0.4848,"threshold_used":0.25,"augmented_query_used":false,"scores":[0.7026,0.4246,0.3271],"searched":{"workspace_id":"acme","question":"How many people did the company employ at the end of 2024?","gap_questions":[]},"tools":[{"tool":"documents","question":"How many people did the company employ at the end of 2024?","why":"The documents are always searched.","decided_by":"rule","found":3,"kept":3}],"tool_warnings":[],"nearest_misses":[]},{"node":"synthesizer","iteration":1,"duration_ms":70.971,"context_compressed":false,"shortened":[],"citations":1,"cited":["k2365006de5f4"],"answer_length":84,"draft":"annual, page 1:\n\nThe company employed 212 people at the end of 2024 [k2365006de5f4].","precedence":[]},{"node":"critic","iteration":1,"duration_ms":10.076,"confidence":0.916,"model_confidence":0.916,"hallucination":false,"needs_retry":false,"conflicts":0,"invalid_citations":0,"uncited_claims":0,"fabricated":[],"gap_questions":[],"penalties":[],"precedence":[]},{"node":"evaluator","iteration":1,"duration_ms":5.909,"overall_score":1.0,"faithfulness":1.0,"relevance":1.0,"completeness":1.0,"reasoning_quality":1.0,"clamps":[]},{"node":"supervisor","iteration":1,"duration_ms":263.822,"decision":"finalize","confidence":0.916,"retry_count":0,"reason":"clean","problems":[],"best_iteration":1,"finalize_line":0.65,"line_set_by":"default"}],"metrics":{"evaluation":{"faithfulness":1.0,"relevance":1.0,"completeness":1.0,"reasoning_quality":1.0,"overall_score":1.0,"clamps":[]},"confidence_history":[0.916],"retry_reasons":[],"llm_calls":0,"tokens":{"input":0,"output":0,"total":0},"node_latency_ms":{"orchestrator":0.235,"supervisor":263.858,"researcher":7.423,"synthesizer":70.971,"critic":10.076,"evaluator":5.909},"retrieval_calls":1,"tool_calls":{"documents":1},"retrieval_scores":[0.7026,0.4246,0.3271],"avg_retrieval_score":0.4848,"compression":{"compressed":false,"chars_before":238,"chars_after":238,"shortened":0},"last_citation_audit":{"cited":["k2365006de5f4"],"fabricated":[],"uncited_claims":[]},"low_confidence_threshold":0.65,"embedder":"all-MiniLM-L6-v2-int8"},"engine":"extractive","human":[],"continues":"","origin":null,"conditions":{"Confidence needed":"0.65","Retries allowed":"2","Documents":"3 in the workspace","Web search":"off","Embedder":"all-MiniLM-L6-v2-int8","Candidates":"10, on a retry 20","Characters given to the writer":"6,000","Reviewer":"none","Version of MASIS":"0.1.0"},"started_at":"2026-11-23T02:07:53.634416Z","finished_at":"2026-11-23T02:07:56.238575Z"}','2026-11-23 02:07:53.634416','2026-11-23 02:07:56.238575','',1);
INSERT INTO runs VALUES('r82f6756db607409291d2','acme','02408c7f94fb4fb2813fe373aa9ee0aa','local','What was revenue in 2024?','{"user_query": "What was revenue in 2024?", "workspace_id": "acme", "max_retries": 2, "thread_id": "02408c7f94fb4fb2813fe373aa9ee0aa", "allow_web": false, "conversation": {"turns": [], "clarifications_asked": 0}, "standalone": false, "guidance": null, "origin": null}','finished','finalized',0.67100000000000004085,'[0.671, 0.671]',2,'extractive',replace('The documents give different values for revenue, 2024:\n\nannual, page 1:\n\nRevenue was EUR 48.2 million in 2024 [k2365006de5f4].\n\nboard, page 1:\n\nRevenue was EUR 47.1 million in 2024 [k83c0d4556fea].','\n',char(10)),'','{"run_id":"r82f6756db607409291d2","workspace_id":"acme","thread_id":"02408c7f94fb4fb2813fe373aa9ee0aa","question":"What was revenue in 2024?","resolved_question":"","status":"needs_clarification","answer":"The documents give different values for revenue, 2024:\n\nannual, page 1:\n\nRevenue was EUR 48.2 million in 2024 [k2365006de5f4].\n\nboard, page 1:\n\nRevenue was EUR 47.1 million in 2024 [k83c0d4556fea].","confidence":0.671,"requires_human_review":true,"clarification_question":"Conflicting information was detected across documents and could not be automatically resolved. Please review the competing claims and select a preferred source.","cause":"conflict","critique":{"confidence":0.671,"model_confidence":0.671,"hallucination_detected":false,"unsupported_claims":[],"logical_gaps":[],"conflicting_evidence":["revenue, 2024: EUR 48.2 million (annual, p. 1); EUR 47.1 million (board, p. 1)"],"conflicts":[{"subject":"revenue, 2024","sides":[{"chunk_id":"k2365006de5f4","document_id":"d04a7b4086a0e48e2baba","document_title":"annual","page_label":"1","value":"EUR 48.2 million","quote":"Revenue was EUR 48.2 million in 2024.","note":""},{"chunk_id":"k83c0d4556fea","document_id":"d29066e62700c46a78ca4","document_title":"board","page_label":"1","value":"EUR 47.1 million","quote":"Revenue was EUR 47.1 million in 2024.","note":""}],"cause":""}],"settled":[],"needs_retry":false,"issues":[{"kind":"conflict","severity":"high","claim":"revenue, 2024: EUR 48.2 million (annual, p. 1); EUR 47.1 million (board, p. 1)","suggestion":"Choose the source to rely on.","decided_by":"code"}],"penalties":[]},"claims":[{"position":0,"text":"The documents give different values for revenue, 2024:","answer_start":0,"answer_end":54,"citations":[],"quotes":[],"verdict":"heading","decided_by":"code","code_verdict":null,"reason":"It introduces what follows and states no fact of its own.","support":0.0},{"position":1,"text":"annual, page 1:","answer_start":56,"answer_end":71,"citations":[],"quotes":[],"verdict":"heading","decided_by":"code","code_verdict":null,"reason":"It introduces what follows and states no fact of its own.","support":0.0},{"position":2,"text":"Revenue was EUR 48.2 million in 2024.","answer_start":73,"answer_end":126,"citations":["k2365006de5f4"],"quotes":[{"chunk_id":"k2365006de5f4","document_id":"d04a7b4086a0e48e2baba","version_id":"v3645ad0be27547ca8dff","document_title":"annual","page_number":1,"page_label":"1","char_start":20,"char_end":57,"text":"Revenue was EUR 48.2 million in 2024.","source":"document","url":""}],"verdict":"supported","decided_by":"code","code_verdict":null,"reason":"It is the source''s own sentence.","support":1.0},{"position":3,"text":"board, page 1:","answer_start":128,"answer_end":142,"citations":[],"quotes":[],"verdict":"heading","decided_by":"code","code_verdict":null,"reason":"It introduces what follows and states no fact of its own.","support":0.0},{"position":4,"text":"Revenue was EUR 47.1 million in 2024.","answer_start":144,"answer_end":197,"citations":["k83c0d4556fea"],"quotes":[{"chunk_id":"k83c0d4556fea","document_id":"d29066e62700c46a78ca4","version_id":"v451e282c9ba941979c3d","document_title":"board","page_number":1,"page_label":"1","char_start":18,"char_end":55,"text":"Revenue was EUR 47.1 million in 2024.","source":"document","url":""}],"verdict":"supported","decided_by":"code","code_verdict":null,"reason":"It is the source''s own sentence.","support":1.0}],"evaluation":{"faithfulness":1.0,"relevance":1.0,"completeness":1.0,"reasoning_quality":1.0,"overall_score":1.0,"clamps":[]},"citation_audit":{"cited":["k2365006de5f4","k83c0d4556fea"],"fabricated":[],"uncited_claims":[]},"evidence":[{"chunk_id":"k2365006de5f4","workspace_id":"acme","document_id":"d04a7b4086a0e48e2baba","version_id":"v3645ad0be27547ca8dff","document_title":"annual","text":"Annual report 2024\n\nRevenue was EUR 48.2 million in 2024. The company employed 212 people at the end of 2024.","lead":"","heading":"","kind":"prose","page_number":1,"page_label":"1","char_start":0,"char_end":109,"flagged":false,"superseded":false,"score":0.670348,"keyword_score":0.0,"source":"document","document_date":"","url":"","seen_on":""},{"chunk_id":"k83c0d4556fea","workspace_id":"acme","document_id":"d29066e62700c46a78ca4","version_id":"v451e282c9ba941979c3d","document_title":"board","text":"Board paper 2024\n\nRevenue was EUR 47.1 million in 2024.","lead":"","heading":"","kind":"prose","page_number":1,"page_label":"1","char_start":0,"char_end":55,"flagged":false,"superseded":false,"score":0.576329,"keyword_score":0.0,"source":"document","document_date":"","url":"","seen_on":""},{"chunk_id":"k49a86867efb5","workspace_id":"acme","document_id":"d566c25256fbb45128f08","version_id":"ve3bdf713d05e4f75920b","document_title":"Key figures","text":"Key figures\n\n| EUR million | 2024 | 2023 |\n| Order backlog | 96.0 | 81.5 |","lead":"","heading":"Key figures","kind":"table","page_number":1,"page_label":"1","char_start":0,"char_end":74,"flagged":false,"superseded":false,"score":0.422458,"keyword_score":0.0,"source":"document","document_date":"","url":"","seen_on":""}],"trace":[{"node":"orchestrator","iteration":1,"duration_ms":0.183,"decision":"clear","reason":"Names a topic that can be searched for.","clarifications_asked":0},{"node":"supervisor","iteration":1,"duration_ms":0.043,"decision":"start","confidence":0.0,"retry_count":0,"reason":"first_pass","problems":[]},{"node":"researcher","iteration":1,"duration_ms":5.403,"retry_count":0,"chunks":3,"filtered_out":0,"avg_score":0.5564,"threshold_used":0.25,"augmented_query_used":false,"scores":[0.6703,0.5763,0.4225],"searched":{"workspace_id":"acme","question":"What was revenue in 2024?","gap_questions":[]},"tools":[{"tool":"documents","question":"What was revenue in 2024?","why":"The documents are always searched.","decided_by":"rule","found":3,"kept":3}],"tool_warnings":[],"nearest_misses":[]},{"node":"synthesizer","iteration":1,"duration_ms":10.261,"context_compressed":false,"shortened":[],"citations":2,"cited":["k2365006de5f4","k83c0d4556fea"],"answer_length":197,"draft":"The documents give different values for revenue, 2024:\n\nannual, page 1:\n\nRevenue was EUR 48.2 million in 2024 [k2365006de5f4].\n\nboard, page 1:\n\nRevenue was EUR 47.1 million in 2024 [k83c0d4556fea].","precedence":[]},{"node":"critic","iteration":1,"duration_ms":6.174,"confidence":0.671,"model_confidence":0.671,"hallucination":false,"needs_retry":false,"conflicts":1,"invalid_citations":0,"uncited_claims":0,"fabricated":[],"gap_questions":[],"penalties":[],"precedence":[]},{"node":"evaluator","iteration":1,"duration_ms":0.966,"overall_score":1.0,"faithfulness":1.0,"relevance":1.0,"completeness":1.0,"reasoning_quality":1.0,"clamps":[]},{"node":"supervisor","iteration":1,"duration_ms":3.09,"decision":"retry","confidence":0.671,"retry_count":1,"reason":"conflict","problems":["conflict"],"best_iteration":1,"finalize_line":0.65,"line_set_by":"default"},{"node":"researcher","iteration":2,"duration_ms":2.313,"retry_count":1,"chunks":3,"filtered_out":0,"avg_score":0.5564,"threshold_used":0.2,"augmented_query_used":false,"scores":[0.6703,0.5763,0.4225],"searched":{"workspace_id":"acme","question":"What was revenue in 2024?","gap_questions":[]},"tools":[{"tool":"documents","question":"What was revenue in 2024?","why":"The documents are always searched.","decided_by":"rule","found":3,"kept":3}],"tool_warnings":[],"nearest_misses":[]},{"node":"synthesizer","iteration":2,"duration_ms":6.261,"context_compressed":false,"shortened":[],"citations":2,"cited":["k2365006de5f4","k83c0d4556fea"],"answer_length":197,"draft":"The documents give different values for revenue, 2024:\n\nannual, page 1:\n\nRevenue was EUR 48.2 million in 2024 [k2365006de5f4].\n\nboard, page 1:\n\nRevenue was EUR 47.1 million in 2024 [k83c0d4556fea].","precedence":[]},{"node":"critic","iteration":2,"duration_ms":4.397,"confidence":0.671,"model_confidence":0.671,"hallucination":false,"needs_retry":false,"conflicts":1,"invalid_citations":0,"uncited_claims":0,"fabricated":[],"gap_questions":[],"penalties":[],"precedence":[]},{"node":"evaluator","iteration":2,"duration_ms":0.934,"overall_score":1.0,"faithfulness":1.0,"relevance":1.0,"completeness":1.0,"reasoning_quality":1.0,"clamps":[]},{"node":"supervisor","iteration":2,"duration_ms":2.716,"decision":"escalate","confidence":0.671,"retry_count":1,"reason":"no_gain","cause":"conflict","problems":["conflict"],"best_iteration":1,"finalize_line":0.65,"line_set_by":"default"}],"metrics":{"evaluation":{"faithfulness":1.0,"relevance":1.0,"completeness":1.0,"reasoning_quality":1.0,"overall_score":1.0,"clamps":[]},"confidence_history":[0.671,0.671],"retry_reasons":[{"iteration":1,"confidence":0.671,"reason":"conflict","citation_issue":false,"hallucination":false}],"llm_calls":0,"tokens":{"input":0,"output":0,"total":0},"node_latency_ms":{"orchestrator":0.183,"supervisor":5.849,"researcher":7.715999999999999,"synthesizer":16.522,"critic":10.571000000000002,"evaluator":1.9},"retrieval_calls":2,"tool_calls":{"documents":2},"retrieval_scores":[0.6703,0.5763,0.4225,0.6703,0.5763,0.4225],"avg_retrieval_score":0.5564,"compression":{"compressed":false,"chars_before":238,"chars_after":238,"shortened":0},"last_citation_audit":{"cited":["k2365006de5f4","k83c0d4556fea"],"fabricated":[],"uncited_claims":[]},"low_confidence_threshold":0.65,"embedder":"all-MiniLM-L6-v2-int8"},"engine":"extractive","human":[],"continues":"","origin":null,"conditions":{"Confidence needed":"0.65","Retries allowed":"2","Documents":"3 in the workspace","Web search":"off","Embedder":"all-MiniLM-L6-v2-int8","Candidates":"10, on a retry 20","Characters given to the writer":"6,000","Reviewer":"none","Version of MASIS":"0.1.0"},"started_at":"2026-11-23T02:07:56.275173Z","finished_at":"2026-11-23T02:07:56.382338Z"}','2026-11-23 02:07:56.275173','2026-11-23 02:07:56.382338','',1);
INSERT INTO runs VALUES('r780136c8f2cb4b36b861','acme','ec5e5d47e58b421ba9668f02251ae829','local','What is the airspeed of an unladen swallow?','{"user_query": "What is the airspeed of an unladen swallow?", "workspace_id": "acme", "max_retries": 2, "thread_id": "ec5e5d47e58b421ba9668f02251ae829", "allow_web": false, "conversation": {"turns": [], "clarifications_asked": 0}, "standalone": false, "guidance": null, "origin": null}','finished','needs_review',0.0,'[]',1,'extractive','','','{"run_id":"r780136c8f2cb4b36b861","workspace_id":"acme","thread_id":"ec5e5d47e58b421ba9668f02251ae829","question":"What is the airspeed of an unladen swallow?","resolved_question":"","status":"needs_clarification","answer":null,"confidence":0.0,"requires_human_review":true,"clarification_question":"Your query did not match any documents with sufficient relevance. Try rephrasing with more specific terms from your documents, or upload documents that cover this topic.","cause":"weak_evidence","critique":null,"claims":[],"evaluation":null,"citation_audit":null,"evidence":[],"trace":[{"node":"orchestrator","iteration":1,"duration_ms":0.216,"decision":"clear","reason":"Names a topic that can be searched for.","clarifications_asked":0},{"node":"supervisor","iteration":1,"duration_ms":0.049,"decision":"start","confidence":0.0,"retry_count":0,"reason":"first_pass","problems":[]},{"node":"researcher","iteration":1,"duration_ms":18.624,"warning":"no_qualifying_evidence","retry_count":0,"results_before_filter":3,"threshold_used":0.25,"augmented_query_used":false,"searched":{"workspace_id":"acme","question":"What is the airspeed of an unladen swallow?","gap_questions":[]},"tools":[{"tool":"documents","question":"What is the airspeed of an unladen swallow?","why":"The documents are always searched.","decided_by":"rule","found":3,"kept":0}],"tool_warnings":[],"nearest_misses":[{"chunk_id":"k49a86867efb5","document_title":"Key figures","page_label":"1","score":0.1337,"keyword_score":0.0,"text":"Key figures\n\n| EUR million | 2024 | 2023 |\n| Order backlog | 96.0 | 81.5 |"},{"chunk_id":"k2365006de5f4","document_title":"annual","page_label":"1","score":0.0228,"keyword_score":0.0,"text":"Annual report 2024\n\nRevenue was EUR 48.2 million in 2024. The company employed 212 people at the end of 2024."},{"chunk_id":"k83c0d4556fea","document_title":"board","page_label":"1","score":-0.0415,"keyword_score":0.0,"text":"Board paper 2024\n\nRevenue was EUR 47.1 million in 2024."}]}],"metrics":{"evaluation":null,"confidence_history":[],"retry_reasons":[],"llm_calls":0,"tokens":{"input":0,"output":0,"total":0},"node_latency_ms":{"orchestrator":0.216,"supervisor":0.049,"researcher":18.624},"retrieval_calls":1,"tool_calls":{"documents":1},"low_confidence_threshold":0.65},"engine":"extractive","human":[],"continues":"","origin":null,"conditions":{"Confidence needed":"0.65","Retries allowed":"2","Documents":"3 in the workspace","Web search":"off","Embedder":"all-MiniLM-L6-v2-int8","Candidates":"10, on a retry 20","Characters given to the writer":"6,000","Reviewer":"none","Version of MASIS":"0.1.0"},"started_at":"2026-11-23T02:07:56.434532Z","finished_at":"2026-11-23T02:07:56.472401Z"}','2026-11-23 02:07:56.434532','2026-11-23 02:07:56.472401','',1);
CREATE TABLE cases (
	case_id VARCHAR(64) NOT NULL, 
	run_id VARCHAR(64) NOT NULL, 
	workspace_id VARCHAR(64) NOT NULL, 
	question TEXT NOT NULL, 
	cause VARCHAR(32) NOT NULL, 
	message TEXT NOT NULL, 
	state VARCHAR(16) NOT NULL, 
	created_at DATETIME NOT NULL, outcome VARCHAR(16) DEFAULT '' NOT NULL, assignee VARCHAR(200) DEFAULT '' NOT NULL, due VARCHAR(10) DEFAULT '' NOT NULL, version INTEGER DEFAULT '1' NOT NULL, continued_by VARCHAR(64) DEFAULT '' NOT NULL, 
	PRIMARY KEY (case_id), 
	FOREIGN KEY(run_id) REFERENCES runs (run_id) ON DELETE CASCADE, 
	FOREIGN KEY(workspace_id) REFERENCES workspaces (workspace_id) ON DELETE CASCADE, 
	UNIQUE (run_id)
);
INSERT INTO cases VALUES('c36f44bf866a34327bfe1','r82f6756db607409291d2','acme','What was revenue in 2024?','conflict','Conflicting information was detected across documents and could not be automatically resolved. Please review the competing claims and select a preferred source.','resolved','2026-11-23 02:07:56.388537','approved','Anna','2026-12-01',4,'');
INSERT INTO cases VALUES('ccfae4f27b49d4cc8bf0b','r780136c8f2cb4b36b861','acme','What is the airspeed of an unladen swallow?','weak_evidence','Your query did not match any documents with sufficient relevance. Try rephrasing with more specific terms from your documents, or upload documents that cover this topic.','open','2026-11-23 02:07:56.479089','','','',1,'');
CREATE TABLE document_versions (
	version_id VARCHAR(64) NOT NULL, 
	document_id VARCHAR(64) NOT NULL, 
	number INTEGER NOT NULL, 
	sha256 VARCHAR(64) NOT NULL, 
	size_bytes INTEGER NOT NULL, 
	pages INTEGER NOT NULL, 
	chunks INTEGER NOT NULL, 
	title TEXT NOT NULL, 
	notices JSON NOT NULL, 
	added_at DATETIME NOT NULL, 
	PRIMARY KEY (version_id), 
	FOREIGN KEY(document_id) REFERENCES documents (document_id) ON DELETE CASCADE, 
	UNIQUE (document_id, number)
);
INSERT INTO document_versions VALUES('v451e282c9ba941979c3d','d29066e62700c46a78ca4',1,'eb0d3cb1f68225c8ce225b494a2f003f1035d504a27a620779ec048e48b7d855',56,1,1,'board','[]','2026-11-23 02:07:52.975922');
INSERT INTO document_versions VALUES('v3645ad0be27547ca8dff','d04a7b4086a0e48e2baba',1,'ece33513350052083ac21332fa9f78ed3b934c5d9593ce304d75dea80a068c95',110,1,1,'annual','[]','2026-11-23 02:07:52.999410');
INSERT INTO document_versions VALUES('ve3bdf713d05e4f75920b','d566c25256fbb45128f08',1,'b1f40e5466263348f9086ff5b8d4f2b671b39b51947918ffc63896ca7f8e221d',199,1,1,'Key figures','[]','2026-11-23 02:07:53.545092');
INSERT INTO document_versions VALUES('v4be8664530c54d3c8723','d04a7b4086a0e48e2baba',2,'8cff9be240b47dfb7398f9fefad296b9e79c20405a069aba453f4b80243f5e39',110,1,1,'annual','[]','2026-11-23 02:07:57.421715');
CREATE TABLE run_events (
	run_id VARCHAR(64) NOT NULL, 
	number INTEGER NOT NULL, 
	at DATETIME NOT NULL, 
	kind VARCHAR(24) NOT NULL, 
	node VARCHAR(32) NOT NULL, 
	iteration INTEGER NOT NULL, 
	detail JSON NOT NULL, 
	PRIMARY KEY (run_id, number), 
	FOREIGN KEY(run_id) REFERENCES runs (run_id) ON DELETE CASCADE
);
INSERT INTO run_events VALUES('r5db01734f43340cd992c',1,'2026-11-23 02:07:55.805745','started','',0,'{}');
INSERT INTO run_events VALUES('r5db01734f43340cd992c',2,'2026-11-23 02:07:55.837552','node_started','orchestrator',1,'{}');
INSERT INTO run_events VALUES('r5db01734f43340cd992c',3,'2026-11-23 02:07:55.839334','node_finished','orchestrator',1,'{"node": "orchestrator", "iteration": 1, "duration_ms": 0.235, "decision": "clear", "reason": "Names a topic that can be searched for.", "clarifications_asked": 0}');
INSERT INTO run_events VALUES('r5db01734f43340cd992c',4,'2026-11-23 02:07:55.840444','node_started','supervisor',1,'{}');
INSERT INTO run_events VALUES('r5db01734f43340cd992c',5,'2026-11-23 02:07:55.841616','node_finished','supervisor',1,'{"node": "supervisor", "iteration": 1, "duration_ms": 0.036, "decision": "start", "confidence": 0.0, "retry_count": 0, "reason": "first_pass", "problems": []}');
INSERT INTO run_events VALUES('r5db01734f43340cd992c',6,'2026-11-23 02:07:55.842071','node_started','researcher',1,'{}');
INSERT INTO run_events VALUES('r5db01734f43340cd992c',7,'2026-11-23 02:07:55.851828','node_finished','researcher',1,'{"node": "researcher", "iteration": 1, "duration_ms": 7.423, "retry_count": 0, "chunks": 3, "filtered_out": 0, "avg_score": 0.4848, "threshold_used": 0.25, "augmented_query_used": false, "scores": [0.7026, 0.4246, 0.3271], "searched": {"workspace_id": "acme", "question": "How many people did the company employ at the end of 2024?", "gap_questions": []}, "tools": [{"tool": "documents", "question": "How many people did the company employ at the end of 2024?", "why": "The documents are always searched.", "decided_by": "rule", "found": 3, "kept": 3}], "tool_warnings": [], "nearest_misses": []}');
INSERT INTO run_events VALUES('r5db01734f43340cd992c',8,'2026-11-23 02:07:55.852643','node_started','synthesizer',1,'{}');
INSERT INTO run_events VALUES('r5db01734f43340cd992c',9,'2026-11-23 02:07:55.936481','node_finished','synthesizer',1,'{"node": "synthesizer", "iteration": 1, "duration_ms": 70.971, "context_compressed": false, "shortened": [], "citations": 1, "cited": ["k2365006de5f4"], "answer_length": 84, "draft": "annual, page 1:\n\nThe company employed 212 people at the end of 2024 [k2365006de5f4].", "precedence": []}');
INSERT INTO run_events VALUES('r5db01734f43340cd992c',10,'2026-11-23 02:07:55.937321','node_started','critic',1,'{}');
INSERT INTO run_events VALUES('r5db01734f43340cd992c',11,'2026-11-23 02:07:55.961521','node_finished','critic',1,'{"node": "critic", "iteration": 1, "duration_ms": 10.076, "confidence": 0.916, "model_confidence": 0.916, "hallucination": false, "needs_retry": false, "conflicts": 0, "invalid_citations": 0, "uncited_claims": 0, "fabricated": [], "gap_questions": [], "penalties": [], "precedence": []}');
INSERT INTO run_events VALUES('r5db01734f43340cd992c',12,'2026-11-23 02:07:55.962604','node_started','evaluator',1,'{}');
INSERT INTO run_events VALUES('r5db01734f43340cd992c',13,'2026-11-23 02:07:55.970302','node_finished','evaluator',1,'{"node": "evaluator", "iteration": 1, "duration_ms": 5.909, "overall_score": 1.0, "faithfulness": 1.0, "relevance": 1.0, "completeness": 1.0, "reasoning_quality": 1.0, "clamps": []}');
INSERT INTO run_events VALUES('r5db01734f43340cd992c',14,'2026-11-23 02:07:55.971219','node_started','supervisor',1,'{}');
INSERT INTO run_events VALUES('r5db01734f43340cd992c',15,'2026-11-23 02:07:56.237186','node_finished','supervisor',1,'{"node": "supervisor", "iteration": 1, "duration_ms": 263.822, "decision": "finalize", "confidence": 0.916, "retry_count": 0, "reason": "clean", "problems": [], "best_iteration": 1, "finalize_line": 0.65, "line_set_by": "default"}');
INSERT INTO run_events VALUES('r5db01734f43340cd992c',16,'2026-11-23 02:07:56.242102','finished','',0,'{"verdict": "finalized"}');
INSERT INTO run_events VALUES('r82f6756db607409291d2',1,'2026-11-23 02:07:56.289879','started','',0,'{}');
INSERT INTO run_events VALUES('r82f6756db607409291d2',2,'2026-11-23 02:07:56.316802','node_started','orchestrator',1,'{}');
INSERT INTO run_events VALUES('r82f6756db607409291d2',3,'2026-11-23 02:07:56.317927','node_finished','orchestrator',1,'{"node": "orchestrator", "iteration": 1, "duration_ms": 0.183, "decision": "clear", "reason": "Names a topic that can be searched for.", "clarifications_asked": 0}');
INSERT INTO run_events VALUES('r82f6756db607409291d2',4,'2026-11-23 02:07:56.318547','node_started','supervisor',1,'{}');
INSERT INTO run_events VALUES('r82f6756db607409291d2',5,'2026-11-23 02:07:56.319361','node_finished','supervisor',1,'{"node": "supervisor", "iteration": 1, "duration_ms": 0.043, "decision": "start", "confidence": 0.0, "retry_count": 0, "reason": "first_pass", "problems": []}');
INSERT INTO run_events VALUES('r82f6756db607409291d2',6,'2026-11-23 02:07:56.319851','node_started','researcher',1,'{}');
INSERT INTO run_events VALUES('r82f6756db607409291d2',7,'2026-11-23 02:07:56.326514','node_finished','researcher',1,'{"node": "researcher", "iteration": 1, "duration_ms": 5.403, "retry_count": 0, "chunks": 3, "filtered_out": 0, "avg_score": 0.5564, "threshold_used": 0.25, "augmented_query_used": false, "scores": [0.6703, 0.5763, 0.4225], "searched": {"workspace_id": "acme", "question": "What was revenue in 2024?", "gap_questions": []}, "tools": [{"tool": "documents", "question": "What was revenue in 2024?", "why": "The documents are always searched.", "decided_by": "rule", "found": 3, "kept": 3}], "tool_warnings": [], "nearest_misses": []}');
INSERT INTO run_events VALUES('r82f6756db607409291d2',8,'2026-11-23 02:07:56.327248','node_started','synthesizer',1,'{}');
INSERT INTO run_events VALUES('r82f6756db607409291d2',9,'2026-11-23 02:07:56.338924','node_finished','synthesizer',1,'{"node": "synthesizer", "iteration": 1, "duration_ms": 10.261, "context_compressed": false, "shortened": [], "citations": 2, "cited": ["k2365006de5f4", "k83c0d4556fea"], "answer_length": 197, "draft": "The documents give different values for revenue, 2024:\n\nannual, page 1:\n\nRevenue was EUR 48.2 million in 2024 [k2365006de5f4].\n\nboard, page 1:\n\nRevenue was EUR 47.1 million in 2024 [k83c0d4556fea].", "precedence": []}');
INSERT INTO run_events VALUES('r82f6756db607409291d2',10,'2026-11-23 02:07:56.339455','node_started','critic',1,'{}');
INSERT INTO run_events VALUES('r82f6756db607409291d2',11,'2026-11-23 02:07:56.346974','node_finished','critic',1,'{"node": "critic", "iteration": 1, "duration_ms": 6.174, "confidence": 0.671, "model_confidence": 0.671, "hallucination": false, "needs_retry": false, "conflicts": 1, "invalid_citations": 0, "uncited_claims": 0, "fabricated": [], "gap_questions": [], "penalties": [], "precedence": []}');
INSERT INTO run_events VALUES('r82f6756db607409291d2',12,'2026-11-23 02:07:56.347502','node_started','evaluator',1,'{}');
INSERT INTO run_events VALUES('r82f6756db607409291d2',13,'2026-11-23 02:07:56.349455','node_finished','evaluator',1,'{"node": "evaluator", "iteration": 1, "duration_ms": 0.966, "overall_score": 1.0, "faithfulness": 1.0, "relevance": 1.0, "completeness": 1.0, "reasoning_quality": 1.0, "clamps": []}');
INSERT INTO run_events VALUES('r82f6756db607409291d2',14,'2026-11-23 02:07:56.349916','node_started','supervisor',1,'{}');
INSERT INTO run_events VALUES('r82f6756db607409291d2',15,'2026-11-23 02:07:56.354727','node_finished','supervisor',1,'{"node": "supervisor", "iteration": 1, "duration_ms": 3.09, "decision": "retry", "confidence": 0.671, "retry_count": 1, "reason": "conflict", "problems": ["conflict"], "best_iteration": 1, "finalize_line": 0.65, "line_set_by": "default"}');
INSERT INTO run_events VALUES('r82f6756db607409291d2',16,'2026-11-23 02:07:56.355285','node_started','researcher',2,'{}');
INSERT INTO run_events VALUES('r82f6756db607409291d2',17,'2026-11-23 02:07:56.358773','node_finished','researcher',2,'{"node": "researcher", "iteration": 2, "duration_ms": 2.313, "retry_count": 1, "chunks": 3, "filtered_out": 0, "avg_score": 0.5564, "threshold_used": 0.2, "augmented_query_used": false, "scores": [0.6703, 0.5763, 0.4225], "searched": {"workspace_id": "acme", "question": "What was revenue in 2024?", "gap_questions": []}, "tools": [{"tool": "documents", "question": "What was revenue in 2024?", "why": "The documents are always searched.", "decided_by": "rule", "found": 3, "kept": 3}], "tool_warnings": [], "nearest_misses": []}');
INSERT INTO run_events VALUES('r82f6756db607409291d2',18,'2026-11-23 02:07:56.359318','node_started','synthesizer',2,'{}');
INSERT INTO run_events VALUES('r82f6756db607409291d2',19,'2026-11-23 02:07:56.366921','node_finished','synthesizer',2,'{"node": "synthesizer", "iteration": 2, "duration_ms": 6.261, "context_compressed": false, "shortened": [], "citations": 2, "cited": ["k2365006de5f4", "k83c0d4556fea"], "answer_length": 197, "draft": "The documents give different values for revenue, 2024:\n\nannual, page 1:\n\nRevenue was EUR 48.2 million in 2024 [k2365006de5f4].\n\nboard, page 1:\n\nRevenue was EUR 47.1 million in 2024 [k83c0d4556fea].", "precedence": []}');
INSERT INTO run_events VALUES('r82f6756db607409291d2',20,'2026-11-23 02:07:56.367434','node_started','critic',2,'{}');
INSERT INTO run_events VALUES('r82f6756db607409291d2',21,'2026-11-23 02:07:56.373665','node_finished','critic',2,'{"node": "critic", "iteration": 2, "duration_ms": 4.397, "confidence": 0.671, "model_confidence": 0.671, "hallucination": false, "needs_retry": false, "conflicts": 1, "invalid_citations": 0, "uncited_claims": 0, "fabricated": [], "gap_questions": [], "penalties": [], "precedence": []}');
INSERT INTO run_events VALUES('r82f6756db607409291d2',22,'2026-11-23 02:07:56.374195','node_started','evaluator',2,'{}');
INSERT INTO run_events VALUES('r82f6756db607409291d2',23,'2026-11-23 02:07:56.376212','node_finished','evaluator',2,'{"node": "evaluator", "iteration": 2, "duration_ms": 0.934, "overall_score": 1.0, "faithfulness": 1.0, "relevance": 1.0, "completeness": 1.0, "reasoning_quality": 1.0, "clamps": []}');
INSERT INTO run_events VALUES('r82f6756db607409291d2',24,'2026-11-23 02:07:56.376795','node_started','supervisor',2,'{}');
INSERT INTO run_events VALUES('r82f6756db607409291d2',25,'2026-11-23 02:07:56.381154','node_finished','supervisor',2,'{"node": "supervisor", "iteration": 2, "duration_ms": 2.716, "decision": "escalate", "confidence": 0.671, "retry_count": 1, "reason": "no_gain", "cause": "conflict", "problems": ["conflict"], "best_iteration": 1, "finalize_line": 0.65, "line_set_by": "default"}');
INSERT INTO run_events VALUES('r82f6756db607409291d2',26,'2026-11-23 02:07:56.383468','finished','',0,'{"verdict": "needs_review"}');
INSERT INTO run_events VALUES('r780136c8f2cb4b36b861',1,'2026-11-23 02:07:56.437624','started','',0,'{}');
INSERT INTO run_events VALUES('r780136c8f2cb4b36b861',2,'2026-11-23 02:07:56.440747','node_started','orchestrator',1,'{}');
INSERT INTO run_events VALUES('r780136c8f2cb4b36b861',3,'2026-11-23 02:07:56.442111','node_finished','orchestrator',1,'{"node": "orchestrator", "iteration": 1, "duration_ms": 0.216, "decision": "clear", "reason": "Names a topic that can be searched for.", "clarifications_asked": 0}');
INSERT INTO run_events VALUES('r780136c8f2cb4b36b861',4,'2026-11-23 02:07:56.442857','node_started','supervisor',1,'{}');
INSERT INTO run_events VALUES('r780136c8f2cb4b36b861',5,'2026-11-23 02:07:56.449504','node_finished','supervisor',1,'{"node": "supervisor", "iteration": 1, "duration_ms": 0.049, "decision": "start", "confidence": 0.0, "retry_count": 0, "reason": "first_pass", "problems": []}');
INSERT INTO run_events VALUES('r780136c8f2cb4b36b861',6,'2026-11-23 02:07:56.450403','node_started','researcher',1,'{}');
INSERT INTO run_events VALUES('r780136c8f2cb4b36b861',7,'2026-11-23 02:07:56.470737','node_finished','researcher',1,'{"node": "researcher", "iteration": 1, "duration_ms": 18.624, "warning": "no_qualifying_evidence", "retry_count": 0, "results_before_filter": 3, "threshold_used": 0.25, "augmented_query_used": false, "searched": {"workspace_id": "acme", "question": "What is the airspeed of an unladen swallow?", "gap_questions": []}, "tools": [{"tool": "documents", "question": "What is the airspeed of an unladen swallow?", "why": "The documents are always searched.", "decided_by": "rule", "found": 3, "kept": 0}], "tool_warnings": [], "nearest_misses": [{"chunk_id": "k49a86867efb5", "document_title": "Key figures", "page_label": "1", "score": 0.1337, "keyword_score": 0.0, "text": "Key figures\n\n| EUR million | 2024 | 2023 |\n| Order backlog | 96.0 | 81.5 |"}, {"chunk_id": "k2365006de5f4", "document_title": "annual", "page_label": "1", "score": 0.0228, "keyword_score": 0.0, "text": "Annual report 2024\n\nRevenue was EUR 48.2 million in 2024. The company employed 212 people at the end of 2024."}, {"chunk_id": "k83c0d4556fea", "document_title": "board", "page_label": "1", "score": -0.0415, "keyword_score": 0.0, "text": "Board paper 2024\n\nRevenue was EUR 47.1 million in 2024."}]}');
INSERT INTO run_events VALUES('r780136c8f2cb4b36b861',8,'2026-11-23 02:07:56.474010','finished','',0,'{"verdict": "needs_review"}');
CREATE TABLE chunks (
	version_id VARCHAR(64) NOT NULL, 
	position INTEGER NOT NULL, 
	chunk_id VARCHAR(64) NOT NULL, 
	heading TEXT NOT NULL, 
	payload JSON NOT NULL, 
	PRIMARY KEY (version_id, position), 
	FOREIGN KEY(version_id) REFERENCES document_versions (version_id) ON DELETE CASCADE
);
INSERT INTO chunks VALUES('v451e282c9ba941979c3d',0,'k83c0d4556fea','','{"chunk_id": "k83c0d4556fea", "workspace_id": "acme", "document_id": "d29066e62700c46a78ca4", "version_id": "v451e282c9ba941979c3d", "document_title": "board", "text": "Board paper 2024\n\nRevenue was EUR 47.1 million in 2024.", "lead": "", "heading": "", "kind": "prose", "page_number": 1, "page_label": "1", "char_start": 0, "char_end": 55, "flagged": false, "superseded": false}');
INSERT INTO chunks VALUES('v3645ad0be27547ca8dff',0,'k2365006de5f4','','{"chunk_id": "k2365006de5f4", "workspace_id": "acme", "document_id": "d04a7b4086a0e48e2baba", "version_id": "v3645ad0be27547ca8dff", "document_title": "annual", "text": "Annual report 2024\n\nRevenue was EUR 48.2 million in 2024. The company employed 212 people at the end of 2024.", "lead": "", "heading": "", "kind": "prose", "page_number": 1, "page_label": "1", "char_start": 0, "char_end": 109, "flagged": false, "superseded": false}');
INSERT INTO chunks VALUES('ve3bdf713d05e4f75920b',0,'k49a86867efb5','Key figures','{"chunk_id": "k49a86867efb5", "workspace_id": "acme", "document_id": "d566c25256fbb45128f08", "version_id": "ve3bdf713d05e4f75920b", "document_title": "Key figures", "text": "Key figures\n\n| EUR million | 2024 | 2023 |\n| Order backlog | 96.0 | 81.5 |", "lead": "", "heading": "Key figures", "kind": "table", "page_number": 1, "page_label": "1", "char_start": 0, "char_end": 74, "flagged": false, "superseded": false}');
INSERT INTO chunks VALUES('v4be8664530c54d3c8723',0,'k934de7090ef7','','{"chunk_id": "k934de7090ef7", "workspace_id": "acme", "document_id": "d04a7b4086a0e48e2baba", "version_id": "v4be8664530c54d3c8723", "document_title": "annual", "text": "Annual report 2024\n\nRevenue was EUR 48.2 million in 2024. The company employed 215 people at the end of 2024.", "lead": "", "heading": "", "kind": "prose", "page_number": 1, "page_label": "1", "char_start": 0, "char_end": 109, "flagged": false, "superseded": false}');
CREATE TABLE pages (
	version_id VARCHAR(64) NOT NULL, 
	number INTEGER NOT NULL, 
	label VARCHAR(64) NOT NULL, 
	text TEXT NOT NULL, 
	blocks JSON NOT NULL, 
	has_image BOOLEAN NOT NULL, 
	ocr BOOLEAN NOT NULL, 
	PRIMARY KEY (version_id, number), 
	FOREIGN KEY(version_id) REFERENCES document_versions (version_id) ON DELETE CASCADE
);
INSERT INTO pages VALUES('v451e282c9ba941979c3d',1,'1',replace('Board paper 2024\n\nRevenue was EUR 47.1 million in 2024.','\n',char(10)),'[{"kind": "paragraph", "char_start": 0, "char_end": 16, "level": 0, "header_end": 0}, {"kind": "paragraph", "char_start": 18, "char_end": 55, "level": 0, "header_end": 0}]',0,0);
INSERT INTO pages VALUES('v3645ad0be27547ca8dff',1,'1',replace('Annual report 2024\n\nRevenue was EUR 48.2 million in 2024. The company employed 212 people at the end of 2024.','\n',char(10)),'[{"kind": "paragraph", "char_start": 0, "char_end": 18, "level": 0, "header_end": 0}, {"kind": "paragraph", "char_start": 20, "char_end": 109, "level": 0, "header_end": 0}]',0,0);
INSERT INTO pages VALUES('ve3bdf713d05e4f75920b',1,'1',replace('Key figures\n\n| EUR million | 2024 | 2023 |\n| Order backlog | 96.0 | 81.5 |','\n',char(10)),'[{"kind": "heading", "char_start": 0, "char_end": 11, "level": 1, "header_end": 0}, {"kind": "table", "char_start": 13, "char_end": 74, "level": 0, "header_end": 42}]',0,0);
INSERT INTO pages VALUES('v4be8664530c54d3c8723',1,'1',replace('Annual report 2024\n\nRevenue was EUR 48.2 million in 2024. The company employed 215 people at the end of 2024.','\n',char(10)),'[{"kind": "paragraph", "char_start": 0, "char_end": 18, "level": 0, "header_end": 0}, {"kind": "paragraph", "char_start": 20, "char_end": 109, "level": 0, "header_end": 0}]',0,0);
CREATE TABLE thread_names (
	workspace_id VARCHAR(64) NOT NULL, 
	owner VARCHAR(200) NOT NULL, 
	thread_id VARCHAR(64) NOT NULL, 
	name VARCHAR(200) NOT NULL, 
	PRIMARY KEY (workspace_id, owner, thread_id), 
	FOREIGN KEY(workspace_id) REFERENCES workspaces (workspace_id) ON DELETE CASCADE
);
INSERT INTO thread_names VALUES('acme','local','ec5e5d47e58b421ba9668f02251ae829','Revenue');
CREATE TABLE model_replies (
	run_id VARCHAR(64) NOT NULL, 
	"key" VARCHAR(64) NOT NULL, 
	reply TEXT NOT NULL, 
	PRIMARY KEY (run_id, "key"), 
	FOREIGN KEY(run_id) REFERENCES runs (run_id) ON DELETE CASCADE
);
INSERT INTO model_replies VALUES('r780136c8f2cb4b36b861','k','a reply');
CREATE TABLE IF NOT EXISTS "workspaces" (
	workspace_id VARCHAR(64) NOT NULL, 
	name VARCHAR(200) NOT NULL, 
	owner VARCHAR(200) NOT NULL, 
	sample BOOLEAN NOT NULL, 
	deleting BOOLEAN NOT NULL, 
	created_at DATETIME NOT NULL, 
	allow_web BOOLEAN DEFAULT 0 NOT NULL, 
	PRIMARY KEY (workspace_id)
);
INSERT INTO workspaces VALUES('acme','Acme','local',0,0,'2026-11-23 02:07:51.292051',0);
CREATE TABLE review_decisions (
	number INTEGER NOT NULL, 
	case_id VARCHAR(64) NOT NULL, 
	run_id VARCHAR(64) NOT NULL, 
	workspace_id VARCHAR(64) NOT NULL, 
	at DATETIME NOT NULL, 
	person VARCHAR(200) NOT NULL, 
	action VARCHAR(24) NOT NULL, 
	code VARCHAR(32) NOT NULL, 
	reason TEXT NOT NULL, 
	"before" JSON NOT NULL, 
	"after" JSON NOT NULL, 
	PRIMARY KEY (number), 
	FOREIGN KEY(case_id) REFERENCES cases (case_id) ON DELETE CASCADE, 
	FOREIGN KEY(run_id) REFERENCES runs (run_id) ON DELETE CASCADE, 
	FOREIGN KEY(workspace_id) REFERENCES workspaces (workspace_id) ON DELETE CASCADE
);
INSERT INTO review_decisions VALUES(1,'c36f44bf866a34327bfe1','r82f6756db607409291d2','acme','2026-11-23 02:07:56.488617','Anna','assign','','','{"assignee": ""}','{"assignee": "Anna"}');
INSERT INTO review_decisions VALUES(2,'c36f44bf866a34327bfe1','r82f6756db607409291d2','acme','2026-11-23 02:07:56.494934','Anna','due','','','{"due": ""}','{"due": "2026-12-01"}');
INSERT INTO review_decisions VALUES(3,'c36f44bf866a34327bfe1','r82f6756db607409291d2','acme','2026-11-23 02:07:56.520705','Anna','comment','','The annual report is audited.','{}','{}');
INSERT INTO review_decisions VALUES(4,'c36f44bf866a34327bfe1','r82f6756db607409291d2','acme','2026-11-23 02:07:56.547311','Anna','approve','','Checked against the ledger.','{"verdict": "needs_review", "answer": "The documents give different values for revenue, 2024:\n\nannual, page 1:\n\nRevenue was EUR 48.2 million in 2024 [k2365006de5f4].\n\nboard, page 1:\n\nRevenue was EUR 47.1 million in 2024 [k83c0d4556fea].", "confidence": 0.671}','{"verdict": "finalized"}');
CREATE TABLE precedence_rules (
	rule_id VARCHAR(64) NOT NULL, 
	workspace_id VARCHAR(64) NOT NULL, 
	preferred_id VARCHAR(64) NOT NULL, 
	preferred_title TEXT NOT NULL, 
	over_id VARCHAR(64) NOT NULL, 
	over_title TEXT NOT NULL, 
	subject TEXT NOT NULL, 
	period VARCHAR(64) NOT NULL, 
	effective_from VARCHAR(10) NOT NULL, 
	reason TEXT NOT NULL, 
	created_at DATETIME NOT NULL, 
	created_by VARCHAR(200) NOT NULL, 
	revoked_at DATETIME, 
	revoked_by VARCHAR(200) NOT NULL, 
	PRIMARY KEY (rule_id), 
	FOREIGN KEY(workspace_id) REFERENCES workspaces (workspace_id) ON DELETE CASCADE
);
INSERT INTO precedence_rules VALUES('p0fe1d854fd8042339a65','acme','d04a7b4086a0e48e2baba','annual','d29066e62700c46a78ca4','board','revenue','','2026-11-23','audited','2026-11-23 02:07:56.598363','local',NULL,'');
CREATE TABLE run_sources (
	run_id VARCHAR(64) NOT NULL, 
	version_id VARCHAR(64) NOT NULL, 
	document_id VARCHAR(64) NOT NULL, 
	title TEXT NOT NULL, 
	sha256 VARCHAR(64) NOT NULL, 
	gone_at DATETIME, 
	PRIMARY KEY (run_id, version_id), 
	FOREIGN KEY(run_id) REFERENCES runs (run_id) ON DELETE CASCADE
);
INSERT INTO run_sources VALUES('r5db01734f43340cd992c','v3645ad0be27547ca8dff','d04a7b4086a0e48e2baba','annual','ece33513350052083ac21332fa9f78ed3b934c5d9593ce304d75dea80a068c95',NULL);
INSERT INTO run_sources VALUES('r82f6756db607409291d2','v3645ad0be27547ca8dff','d04a7b4086a0e48e2baba','annual','ece33513350052083ac21332fa9f78ed3b934c5d9593ce304d75dea80a068c95',NULL);
INSERT INTO run_sources VALUES('r82f6756db607409291d2','v451e282c9ba941979c3d','d29066e62700c46a78ca4','board','eb0d3cb1f68225c8ce225b494a2f003f1035d504a27a620779ec048e48b7d855',NULL);
CREATE TABLE draft_audits (
	audit_id VARCHAR(64) NOT NULL, 
	workspace_id VARCHAR(64) NOT NULL, 
	owner VARCHAR(200) NOT NULL, 
	name VARCHAR(400) NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	state VARCHAR(16) NOT NULL, 
	message TEXT NOT NULL, 
	content BLOB NOT NULL, 
	memo TEXT NOT NULL, 
	counts JSON NOT NULL, 
	rows JSON NOT NULL, 
	seconds FLOAT NOT NULL, 
	created_at DATETIME NOT NULL, 
	finished_at DATETIME, stops INTEGER DEFAULT '0' NOT NULL, 
	PRIMARY KEY (audit_id), 
	FOREIGN KEY(workspace_id) REFERENCES workspaces (workspace_id) ON DELETE CASCADE
);
INSERT INTO draft_audits VALUES('m1c27977b522b4455a53c','acme','local','Memo','','done','',X'','The company employed 212 people at the end of 2024. Revenue was EUR 60 million in 2024.','{"supported": 1, "figure_mismatch": 1}','[{"position": 0, "start": 0, "end": 51, "text": "The company employed 212 people at the end of 2024.", "verdict": "supported", "reason": "It is the source''s own sentence.", "quotes": [{"chunk_id": "k2365006de5f4", "document_id": "d04a7b4086a0e48e2baba", "version_id": "v3645ad0be27547ca8dff", "document_title": "annual", "page_number": 1, "page_label": "1", "char_start": 58, "char_end": 109, "text": "The company employed 212 people at the end of 2024.", "source": "document", "url": ""}], "against": [], "nearest": [], "corrections": [], "support": 1.0}, {"position": 1, "start": 52, "end": 87, "text": "Revenue was EUR 60 million in 2024.", "verdict": "figure_mismatch", "reason": "The source says EUR 48.2 million, the sentence says EUR 60 million. The documents themselves disagree: revenue, 2024: EUR 48.2 million (annual, p. 1); EUR 47.1 million (board, p. 1). By the workspace''s rule of 23 Nov 2026 by local, EUR 48.2 million (annual) takes precedence.", "quotes": [], "against": [{"chunk_id": "k2365006de5f4", "document_id": "d04a7b4086a0e48e2baba", "version_id": "v3645ad0be27547ca8dff", "document_title": "annual", "page_number": 1, "page_label": "1", "char_start": 20, "char_end": 57, "text": "Revenue was EUR 48.2 million in 2024.", "source": "document", "url": ""}], "nearest": [], "corrections": [{"said": "EUR 60 million", "right": "EUR 48.2 million"}], "support": 0.5}]',0.024000000000000000499,'2026-11-23 02:07:56.895566','2026-11-23 02:07:56.925727',0);
CREATE TABLE calibrations (
	number INTEGER NOT NULL, 
	workspace_id VARCHAR(64) NOT NULL, 
	embedder VARCHAR(200) NOT NULL, 
	engine VARCHAR(64) NOT NULL, 
	at DATETIME NOT NULL, 
	person VARCHAR(200) NOT NULL, 
	change TEXT NOT NULL, 
	most_wrong FLOAT, 
	threshold FLOAT, 
	retry_threshold FLOAT, 
	counts_from DATETIME, 
	PRIMARY KEY (number), 
	FOREIGN KEY(workspace_id) REFERENCES workspaces (workspace_id) ON DELETE CASCADE
);
INSERT INTO calibrations VALUES(1,'acme','all-MiniLM-L6-v2-int8','extractive','2026-11-23 02:07:56.893809','local','Thresholds 0.31 and 0.20',NULL,0.30999999999999999777,0.2000000000000000111,NULL);
CREATE TABLE probe_batches (
	batch_id VARCHAR(64) NOT NULL, 
	workspace_id VARCHAR(64) NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	state VARCHAR(16) NOT NULL, 
	engine VARCHAR(64) NOT NULL, 
	embedder VARCHAR(200) NOT NULL, 
	version VARCHAR(64) NOT NULL, 
	seed INTEGER NOT NULL, 
	done INTEGER NOT NULL, 
	total INTEGER NOT NULL, 
	message TEXT NOT NULL, 
	person VARCHAR(200) NOT NULL, 
	started_at DATETIME NOT NULL, 
	finished_at DATETIME, 
	PRIMARY KEY (batch_id), 
	FOREIGN KEY(workspace_id) REFERENCES workspaces (workspace_id) ON DELETE CASCADE
);
INSERT INTO probe_batches VALUES('t2d78ef7bac1e4a5d8499','acme','known','finished','extractive','all-MiniLM-L6-v2-int8','0.1.0',0,2,2,'','local','2026-11-23 02:07:56.622039','2026-11-23 02:07:56.879871');
CREATE TABLE probes (
	batch_id VARCHAR(64) NOT NULL, 
	number INTEGER NOT NULL, 
	checked JSON NOT NULL, 
	PRIMARY KEY (batch_id, number), 
	FOREIGN KEY(batch_id) REFERENCES probe_batches (batch_id) ON DELETE CASCADE
);
INSERT INTO probes VALUES('t2d78ef7bac1e4a5d8499',1,'{"probe": {"number": 1, "kind": "answerable", "text": "How many people did the company employ at the end of 2024?", "expected": ["212"], "document": "", "what": "", "chunk_id": "", "document_id": "", "page_number": 1}, "ending": "answered", "right": true, "confidence": 0.916, "clean": true, "answered": true, "said": "annual, page 1:\n\nThe company employed 212 people at the end of 2024 [k2365006de5f4].", "holding": [0.7026], "others": [0.4246, 0.3271]}');
INSERT INTO probes VALUES('t2d78ef7bac1e4a5d8499',2,'{"probe": {"number": 2, "kind": "answerable", "text": "What was the order backlog in 2024?", "expected": ["96.0"], "document": "", "what": "", "chunk_id": "", "document_id": "", "page_number": 1}, "ending": "answered", "right": true, "confidence": 0.904, "clean": true, "answered": true, "said": "Key figures, page 1:\n\nOrder backlog (EUR million) \u2013 2024: 96.0 [k49a86867efb5].", "holding": [0.3934], "others": [0.3895, 0.2884]}');
CREATE INDEX documents_by_name ON documents (workspace_id, name_key);
CREATE INDEX ix_jobs_sha256 ON jobs (sha256);
CREATE INDEX ix_jobs_state ON jobs (state);
CREATE INDEX ix_jobs_workspace_id ON jobs (workspace_id);
CREATE INDEX ix_runs_state ON runs (state);
CREATE INDEX ix_runs_thread_id ON runs (thread_id);
CREATE INDEX runs_by_time ON runs (workspace_id, started_at);
CREATE INDEX ix_cases_workspace_id ON cases (workspace_id);
CREATE INDEX ix_document_versions_document_id ON document_versions (document_id);
CREATE INDEX ix_document_versions_sha256 ON document_versions (sha256);
CREATE INDEX ix_chunks_chunk_id ON chunks (chunk_id);
CREATE INDEX ix_workspaces_owner ON workspaces (owner);
CREATE INDEX ix_cases_continued_by ON cases (continued_by);
CREATE INDEX cases_by_age ON cases (state, created_at);
CREATE INDEX ix_review_decisions_case_id ON review_decisions (case_id);
CREATE INDEX ix_review_decisions_workspace_id ON review_decisions (workspace_id);
CREATE INDEX decisions_by_run ON review_decisions (run_id, number);
CREATE INDEX ix_precedence_rules_workspace_id ON precedence_rules (workspace_id);
CREATE TRIGGER review_decisions_only_grow BEFORE UPDATE ON review_decisions
BEGIN SELECT RAISE(ABORT, 'decisions are never changed'); END;
CREATE INDEX ix_runs_origin_run ON runs (origin_run);
CREATE INDEX run_sources_by_document ON run_sources (document_id);
CREATE INDEX ix_draft_audits_state ON draft_audits (state);
CREATE INDEX drafts_by_age ON draft_audits (workspace_id, owner, created_at);
CREATE INDEX calibrations_by_place ON calibrations (workspace_id, embedder, engine, number);
CREATE INDEX probe_batches_by_place ON probe_batches (workspace_id, embedder, engine);
COMMIT;
