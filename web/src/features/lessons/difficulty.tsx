import type { Difficulty as Grade } from '@aura/api/calls/lessons/lesson'

const NAMES: Record<Grade, string> = { beginner: 'Beginner', intermediate: 'Intermediate', advanced: 'Advanced' }
const BARS_PX = [7, 10, 13]

export function Difficulty({ grade }: { grade: Grade }) {
  const lit = Object.keys(NAMES).indexOf(grade) + 1
  return (
    <span className="inline-flex items-center gap-2">
      <span className="inline-flex items-end gap-0.5" aria-hidden="true">
        {BARS_PX.map((height, i) => (
          <i key={height} className={i < lit ? 'bg-ink' : 'bg-line-2 opacity-60'} style={{ width: 3, height }} />
        ))}
      </span>
      {NAMES[grade] ?? grade}
    </span>
  )
}
