"""The comparison: a plain LangChain pipeline of the same parts, as its tutorials put it together."""

import io
from collections.abc import Sequence

from langchain_core.documents import Document
from langchain_core.embeddings import Embeddings
from langchain_core.vectorstores import InMemoryVectorStore
from langchain_text_splitters import RecursiveCharacterTextSplitter

from masis.embeddings.base import Embedder


class SameEmbedder(Embeddings):
    """The embedder MASIS ships, behind LangChain's interface."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return [[float(value) for value in row] for row in self._embedder.embed(texts)]

    def embed_query(self, text: str) -> list[float]:
        return [float(value) for value in self._embedder.embed_query(text)]


class PlainPipeline:
    """pypdf, a character splitter, the same embedder, the in-memory store."""

    def __init__(self, embedder: Embedder) -> None:
        self.store = InMemoryVectorStore(SameEmbedder(embedder))

    def ingest_pdf(self, content: bytes) -> int:
        """Read, split, embed and store; return the number of chunks."""
        import pypdf

        pages = [
            Document(page_content=page.extract_text(), metadata={"page": number})
            for number, page in enumerate(pypdf.PdfReader(io.BytesIO(content)).pages, 1)
        ]
        splitter = RecursiveCharacterTextSplitter(chunk_size=900, chunk_overlap=100, add_start_index=True)
        chunks = splitter.split_documents(pages)
        self.store.add_documents(chunks)
        return len(chunks)

    def add_passages(self, texts: Sequence[str]) -> None:
        """Store ready-made passages."""
        self.store.add_texts(list(texts))

    def search(self, question: str, limit: int = 10) -> list[Document]:
        """Return the nearest chunks, as a chain's retriever would."""
        return self.store.similarity_search(question, k=limit)
