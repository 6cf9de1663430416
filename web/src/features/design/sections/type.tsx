import styles from '../design.module.css'
import { Section } from '../section.tsx'

const DISPLAY = [
  {
    text: '4,860',
    className: 'num',
    style: { fontSize: 'var(--text-poster)', lineHeight: 0.8, fontWeight: 800, fontStretch: '62%' },
    says: 'poster, 84 to 224, width 50 to 200',
  },
  {
    text: '1,842',
    className: 'num',
    style: { fontSize: 'var(--text-score)', lineHeight: 0.86, fontWeight: 850 },
    says: 'score, 52 to 104',
  },
  { text: 'Live Battles', className: 'h1', style: {}, says: 'h1, 32 to 52' },
  { text: 'Level Up Today', className: 'h2', style: {}, says: 'h2, 30, width 88' },
  { text: 'Stablecoins: what holds the peg', className: 'h3', style: {}, says: 'h3, 22, width 76' },
  { text: 'Build Aura', className: 'display', style: { fontSize: '.9375rem', fontWeight: 650 }, says: 'button, 15' },
  { text: '0123456789 AP', className: 'num', style: { fontSize: '1.5rem' }, says: 'num: figures of one width' },
]

const READ = [
  { text: 'Every block has limited room.', className: 'text-lg', says: 'lg, 18/26' },
  { text: 'Every block has limited room.', className: 'text-base', says: 'base, 16/24' },
  { text: 'Every block has limited room.', className: 'text-sm', says: 'sm, 14/20' },
  { text: 'Every block has limited room. 0xO0lI1', className: 'text-micro', says: 'micro, 12/16' },
]

export function TypeSection() {
  return (
    <Section
      id="type"
      title="Type"
      note="Width is power: display type swells with rank or share. Prose at most 68 characters a line."
    >
      <div className="grid gap-4">
        {DISPLAY.map(({ text, className, style, says }) => (
          <div key={says} className={styles.specimen}>
            <p className={className} style={style}>
              {text}
            </p>
            <p className={styles.caption}>{says}</p>
          </div>
        ))}
        {READ.map(({ text, className, says }) => (
          <div key={says} className={styles.specimen}>
            <p className={className}>{text}</p>
            <p className={styles.caption}>{says}</p>
          </div>
        ))}
      </div>
    </Section>
  )
}
