# MASIS as one container: the web app with the embedded engine, or with a Qdrant server by settings alone.
FROM python:3.11-slim-bookworm

# openai 3.x trusts the system's certificate store; a slim image has none without this package.
RUN apt-get update \
    && apt-get install -y --no-install-recommends ca-certificates \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --create-home --uid 10001 masis \
    && mkdir /data && chown masis:masis /data

WORKDIR /app
# Each file that is installed has the hash that ./scripts/lock wrote down.
COPY locks/ locks/
RUN pip install --no-cache-dir --disable-pip-version-check --require-hashes -r locks/requirements-web.lock -r locks/requirements-servers.lock -r locks/requirements-tracing.lock -r locks/requirements-s3.lock -r locks/requirements-notify.lock

COPY --chown=masis:masis . .

USER masis
ENV MASIS_DATA_DIR=/data \
    MASIS_HOST=0.0.0.0 \
    MASIS_PORT=8501 \
    PYTHONUNBUFFERED=1
VOLUME /data
EXPOSE 8501

# An unknown path answers 200 with the app's shell, so the probe looks at the body.
HEALTHCHECK --interval=30s --timeout=5s --start-period=40s --retries=3 \
    CMD ["python", "-c", "import json,urllib.request as u; raise SystemExit(json.load(u.urlopen('http://127.0.0.1:8501/healthz', timeout=4))['status'] != 'ok')"]

CMD ["python", "-m", "masis", "serve"]
