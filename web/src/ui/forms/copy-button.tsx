import { Check, Copy, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { IconButton } from './icon-button.tsx'

const SHOWN_MS = 2_000
const ICONS = { idle: Copy, copied: Check, failed: X } as const
const SAID = { idle: '', copied: 'Copied', failed: 'Copying failed' } as const

export function CopyButton({ text, label }: { text: string; label: string }) {
  const [state, setState] = useState<keyof typeof ICONS>('idle')
  useEffect(() => {
    if (state === 'idle') return
    const timer = setTimeout(() => setState('idle'), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [state])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setState('copied')
    } catch {
      setState('failed')
    }
  }
  const Icon = ICONS[state]
  const tone = state === 'idle' ? '' : state === 'copied' ? 'text-ok' : 'text-danger'
  return (
    <>
      <IconButton
        label={label}
        onClick={() => void copy()}
        icon={<Icon className={tone} size={18} strokeWidth={1.75} aria-hidden="true" />}
      />
      <span role="status" className="sr-only">
        {SAID[state]}
      </span>
    </>
  )
}
