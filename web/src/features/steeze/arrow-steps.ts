import type { KeyboardEvent } from 'react'
import { stepped } from './amounts.ts'

export function onArrow(event: KeyboardEvent<HTMLInputElement>, step: number, onText: (text: string) => void): void {
  const text = stepped(event.currentTarget.value, event.key, step)
  if (text === null) return
  event.preventDefault()
  onText(text)
}
