import { LogIn } from 'lucide-react'

/** The mark of X, and one sign for all other providers. */
export function ProviderMark({ id, size = 20 }: { id: string; size?: number }) {
  if (id !== 'x') return <LogIn size={size} strokeWidth={1.75} aria-hidden="true" />
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
      <path d="M17.7 3h3.1l-6.8 7.8L22 21h-6.3l-4.9-6.4L5.2 21H2.1l7.3-8.3L1.7 3h6.4l4.4 5.9L17.7 3Zm-1.1 16.1h1.7L7.2 4.8H5.4l11.2 14.3Z" />
    </svg>
  )
}
