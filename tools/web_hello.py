"""A plain FastAPI server as the base of processor times: `python web_hello.py --port N`."""

from __future__ import annotations

import sys
from typing import Any

import uvicorn
from fastapi import FastAPI
from pydantic import BaseModel

app = FastAPI()


class Hello(BaseModel):
    """A small request."""

    name: str


@app.post("/hello")
async def hello(body: Hello) -> dict[str, Any]:
    """Answer with a small document."""
    return {"hello": body.name}


if __name__ == "__main__":
    uvicorn.run(app, port=int(sys.argv[2]), log_level="warning", access_log=False)
