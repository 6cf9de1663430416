import type { KeyboardEvent } from 'react'
import { stepped } from './amounts.ts'

/** Arrow keys for amounts in text fields, as number inputs have them. */
export function onArrow(event: KeyboardEvent<HTMLInputElement>, step: number, onText: (text: string) => void): void {
  const text = stepped(event.currentTarget.value, event.key, step)
  if (text === null) return
  event.preventDefault()
  onText(text)
}
