"""The HTTP API and the pages: `create_app` makes an application for uvicorn and other ASGI servers.

Needs the extra `lexigrid[web]`.
"""

from .app import create_app, finished_games
from .limits import Limits
from .server import listen, run
from .service import Settings

__all__ = ["Limits", "Settings", "create_app", "finished_games", "listen", "run"]
