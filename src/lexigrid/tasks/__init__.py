"""Seeded, verified tasks on letter grids, as text, with a checker that scores any answer."""

from .make import make_task, make_tasks
from .task import Task

__all__ = ["Task", "make_task", "make_tasks"]
