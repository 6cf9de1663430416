import { cutToLength } from '@aura/api/letters'

export const paragraphs = (content: string): string[] =>
  content
    .split(/\r?\n[ \t]*\r?\n/)
    .map((text) => text.trim())
    .filter((text) => text !== '')

const PREVIEW_LENGTH = 150

/** Returns at most 150 characters, cut between words. */
export function preview(content: string): string {
  const flat = content.replace(/\s+/g, ' ').trim()
  if (flat.length <= PREVIEW_LENGTH) return flat
  const room = cutToLength(flat, PREVIEW_LENGTH - 1)
  const lastSpace = room.lastIndexOf(' ')
  return `${(lastSpace > PREVIEW_LENGTH / 2 ? room.slice(0, lastSpace) : room).replace(/[,;:.]$/, '')}…`
}
