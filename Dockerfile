# Tiltyard in a container; README.md says how to run it. 3.11 is the Python that all tests run on.
ARG PYTHON=3.11-slim-bookworm

FROM python:${PYTHON} AS build
WORKDIR /opt/tiltyard
COPY requirements.lock ./
# The venv has no pip of its own: what runs can install nothing.
RUN python -m venv --without-pip venv \
    && pip --python venv install --no-cache-dir --disable-pip-version-check --only-binary :all: \
        --require-hashes --no-deps --requirement requirements.lock
COPY LICENSE alembic.ini ./
COPY alembic/ alembic/
COPY app/ app/
# Readable for everybody, whatever the modes were where it was built; compiled, as it can't be later.
RUN python -m compileall -q --invalidation-mode unchecked-hash alembic app \
    && chmod -R a+rX,go-w .

FROM python:${PYTHON}
LABEL org.opencontainers.image.title="Tiltyard" \
      org.opencontainers.image.description="A combat referee for tabletop role-playing games" \
      org.opencontainers.image.licenses="Apache-2.0"
RUN groupadd --gid 10001 tiltyard \
    && useradd --uid 10001 --gid 10001 --home-dir /data --no-create-home --shell /usr/sbin/nologin tiltyard \
    && mkdir -m 0700 /data \
    && chown 10001:10001 /data
COPY --from=build /opt/tiltyard/ /opt/tiltyard/
ENV PATH=/opt/tiltyard/venv/bin:$PATH \
    PYTHONPATH=/opt/tiltyard \
    PYTHONSAFEPATH=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    TILTYARD_HOST=0.0.0.0
# SQLite's file is found where the service is started, unless TILTYARD_DATABASE_URL says otherwise.
WORKDIR /data
VOLUME /data
USER 10001:10001
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s \
    CMD ["python", "-m", "app.healthcheck"]
CMD ["python", "-m", "app"]
