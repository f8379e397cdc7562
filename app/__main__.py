"""Run the service: python -m app."""

import logging
import sys

import uvicorn

from app import metrics
from app.config import Settings, SettingsError, load_settings
from app.logs import ACCESS_LOGGER, configure_logging

CONFIGURATION_ERROR = 2


def main() -> int:
    """Serve until stopped; 2 when the settings are wrong."""
    try:
        settings = load_settings()
        configure_logging(
            level=settings.log_level, log_format=settings.log_format, secrets=settings.secrets
        )
        with metrics.listening(settings.metrics_host, settings.metrics_port):
            _serve(settings)
    except SettingsError as error:
        sys.stderr.write("Tiltyard can't start with these settings:\n")
        sys.stderr.writelines(f"  {problem}\n" for problem in error.problems)
        return CONFIGURATION_ERROR
    return 0


def _serve(settings: Settings) -> None:
    uvicorn.run(
        "app.main:create_app",
        factory=True,
        host=settings.host,
        port=settings.port,
        root_path=settings.root_path,
        proxy_headers=bool(settings.forwarded_allow_ips),
        forwarded_allow_ips=list(settings.forwarded_allow_ips),
        timeout_graceful_shutdown=settings.shutdown_seconds,
        loop="asyncio" if sys.platform == "win32" else "uvloop",
        http="httptools",
        ws="none",
        lifespan="on",
        workers=1,
        server_header=False,
        access_log=logging.getLogger(ACCESS_LOGGER).isEnabledFor(logging.INFO),
        log_config=None,
    )


if __name__ == "__main__":
    sys.exit(main())
