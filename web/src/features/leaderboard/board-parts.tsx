import type { ComponentType } from 'react'
import { lazyPart } from '#ui/layout/lazy-part'
import type { BoardEntry } from './board.ts'
import { BoardPosition } from './position.tsx'

interface BoardParts {
  List: ComponentType
  Position: ComponentType
}

const made = new WeakMap<BoardEntry, BoardParts>()

/** Returns another feature's board and the user's position on it, always the same ones. Both suspend until they are loaded. */
export function boardParts(entry: BoardEntry): BoardParts {
  const known = made.get(entry)
  if (known) return known
  const parts = {
    List: lazyPart(async () => ({ default: (await entry.load()).default.Board })),
    Position: lazyPart(async () => {
      const { default: board } = await entry.load()
      return { default: () => <BoardPosition board={board} /> }
    }),
  }
  made.set(entry, parts)
  return parts
}
