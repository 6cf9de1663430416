import { shortened } from '@aura/api/letters'
import { formatShort, formatWhole } from '@aura/api/money'
import { useMemo } from 'react'
import { useTimes } from '#lib/time/times'
import type { BattleDetail, Side } from '../shared/battle-view.ts'
import { finalScore } from './final-scores.tsx'
import { axisSteps, type Cumulated, cumulate, hairsOf, namesOfEnds, type PlottedGift } from './gift-sums.ts'
import { PlotDisc } from './plot-disc.tsx'
import styles from './receipt.module.css'
import type { Receipt } from './use-receipt.ts'

interface GiftPlotProps {
  battle: BattleDetail
  sides: readonly [Side, Side]
  /** `gifts` may be a part of all gifts, from the first. */
  receipt: Pick<Receipt, 'gifts' | 'totals' | 'leadChanges'>
  isWide: boolean
  isMedium: boolean
}

const WIDE = { width: 1312, height: 358, left: 44, right: 188, hair: 5.2, minutes: 5 }
const MEDIUM = { width: 704, height: 330, left: 36, right: 8, hair: 4, minutes: 10 }
const NARROW = { width: 358, height: 300, left: 28, right: 8, hair: 3, minutes: 15 }

export function GiftPlot({ battle, sides, receipt, isWide, isMedium }: GiftPlotProps) {
  const { gifts, totals, leadChanges } = receipt
  const startMs = Date.parse(battle.battleStartsAt)
  const plotted = useMemo(
    () =>
      gifts.map(
        ({ at, amount, participantId }): PlottedGift => ({
          atMs: Date.parse(at) - startMs,
          amount,
          side: participantId === battle.challengerId ? 'a' : 'b',
        }),
      ),
    [gifts, startMs, battle.challengerId],
  )
  const sums = useMemo(() => cumulate(plotted), [plotted])
  const size = isWide ? WIDE : isMedium ? MEDIUM : NARROW
  const spanMs = Date.parse(battle.endsAt) - startMs
  const bottom = size.height - 34
  const top = Math.max(totals.challenger, totals.opponent, 10) * 1.135
  const x = (atMs: number) => size.left + (atMs / spanMs) * (size.width - size.left - size.right)
  const y = (value: number) => bottom - (value / top) * (bottom - 30)
  const scale: Scale = { x, y, size, bottom, spanMs }
  const [a, b] = sides
  const label = `Steeze over time. ${a.name} ends on ${formatWhole(totals.challenger)}, ${b.name} on ${formatWhole(totals.opponent)}. The lead changed ${leadChanges} times.`
  return (
    <svg className={styles.plot} viewBox={`0 0 ${size.width} ${size.height}`} role="img" aria-label={label}>
      <Axes scale={scale} top={top} startsAt={battle.battleStartsAt} isWide={isWide} />
      <Hairs gifts={plotted} scale={scale} colors={[a.color, b.color]} />
      <Line points={sums.b} end={totals.opponent} color={b.color} scale={scale} />
      <Line points={sums.a} end={totals.challenger} color={a.color} scale={scale} />
      {sums.leads.map(({ atMs, sum }) => (
        <rect
          key={atMs + sum / 1e9}
          x={x(atMs) - 5}
          y={y(sum) - 5}
          width={10}
          height={10}
          transform={`rotate(45 ${x(atMs)} ${y(sum)})`}
          fill="var(--bg)"
          stroke="var(--ink)"
          strokeWidth={1.75}
        />
      ))}
      <Ends sums={[totals.challenger, totals.opponent]} sides={sides} scale={scale} isWide={isWide} />
    </svg>
  )
}

interface Scale {
  x: (atMs: number) => number
  y: (value: number) => number
  size: typeof WIDE
  bottom: number
  spanMs: number
}

interface AxesProps {
  scale: Scale
  top: number
  startsAt: string
  isWide: boolean
}

function Axes({ scale: { x, y, size, bottom, spanMs }, top, startsAt, isWide }: AxesProps) {
  const times = useTimes()
  const ticks = Array.from({ length: Math.floor(spanMs / 60_000 / size.minutes) + 1 }, (_, i) => i * size.minutes)
  const hour = (minutes: number) => times.time(Date.parse(startsAt) + minutes * 60_000)
  return (
    <g>
      {axisSteps(top).map((value) => (
        <g key={value}>
          <line x1={size.left} x2={size.width - size.right} y1={y(value)} y2={y(value)} stroke="var(--line)" />
          <text x={0} y={y(value) + 4}>
            {isWide ? formatWhole(value) : formatShort(value).replace('.0', '')}
          </text>
        </g>
      ))}
      {ticks.map((minutes) => {
        const isHour = minutes % 60 === 0
        const at = x(minutes * 60_000)
        const isLast = minutes * 60_000 === spanMs
        return (
          <g key={minutes}>
            <line
              x1={at}
              x2={at}
              y1={bottom}
              y2={bottom - (isHour ? 12 : 5)}
              stroke={isHour ? 'var(--ink-2)' : 'var(--line-2)'}
              strokeWidth={isHour ? 1.6 : 1}
            />
            {isHour && (
              <text
                x={at}
                y={size.height - 12}
                textAnchor={minutes === 0 ? 'start' : isLast && !isWide ? 'end' : 'middle'}
              >
                {hour(minutes)}
              </text>
            )}
          </g>
        )
      })}
    </g>
  )
}

/** Hairs point away from the other line and stay in the plot; their length is the gift's square root. */
function Hairs({ gifts, scale, colors }: { gifts: readonly PlottedGift[]; scale: Scale; colors: [string, string] }) {
  const { x, y, size, bottom } = scale
  const sum = { a: 0, b: 0 }
  return (
    <g fill="none" strokeLinecap="round" strokeOpacity={0.75}>
      {hairsOf(gifts).map(({ atMs, amount, side }, i) => {
        sum[side] += amount
        const [own, other] = [sum[side], sum[side === 'a' ? 'b' : 'a']]
        const [from, length] = [y(own), Math.min(90, 6 + Math.sqrt(amount) * size.hair)]
        const reach = own >= other || from + length > bottom - 2 ? -Math.min(length, from) : length
        const lean = (((i * 0.618) % 1) - 0.3) * 14
        return (
          <path
            // biome-ignore lint/suspicious/noArrayIndexKey: gifts never change places
            key={i}
            d={`M${x(atMs).toFixed(1)} ${from.toFixed(1)}q${(lean * 0.2).toFixed(1)} ${(reach * 0.6).toFixed(1)} ${lean.toFixed(1)} ${reach.toFixed(1)}`}
            stroke={`var(--${colors[side === 'a' ? 0 : 1]})`}
            strokeWidth={Math.min(3, 0.8 + amount / 90)}
          />
        )
      })}
    </g>
  )
}

interface LineProps {
  points: Cumulated['a']
  end: number
  color: string
  scale: Scale
}

/** Dashed from the last of `points` to `end`, if gifts beyond the points lead there. */
function Line({ points, end, color, scale: { x, y, spanMs } }: LineProps) {
  const [lastMs, last] = points.at(-1) ?? [0, 0]
  const steps = points.map(([atMs, value], i) =>
    i === 0 ? `M${x(0).toFixed(1)} ${y(0).toFixed(1)}` : `H${x(atMs).toFixed(1)}V${y(value).toFixed(1)}`,
  )
  const d = `${steps.join('')}${last === end ? `H${x(spanMs).toFixed(1)}` : ''}`
  return (
    <g fill="none">
      <path d={d} stroke="var(--bg)" strokeWidth={6} />
      <path d={d} stroke={`var(--${color})`} strokeWidth={2.25} />
      {last !== end && (
        <path
          d={`M${x(lastMs).toFixed(1)} ${y(last).toFixed(1)}L${x(spanMs).toFixed(1)} ${y(end).toFixed(1)}`}
          stroke={`var(--${color})`}
          strokeWidth={2.25}
          strokeDasharray="2 6"
        />
      )}
    </g>
  )
}

interface EndsProps {
  sums: readonly [number, number]
  sides: readonly [Side, Side]
  scale: Scale
  isWide: boolean
}

function Ends({ sums, sides, scale: { x, y, bottom, spanMs }, isWide }: EndsProps) {
  const end = x(spanMs)
  const names = namesOfEnds([y(sums[0]), y(sums[1])], { apart: 86, lowest: bottom })
  return sides.map((side, i) => {
    const own = sums[i === 0 ? 0 : 1]
    const at = y(own)
    const label = names[i === 0 ? 0 : 1]
    const stroke = `var(--${side.color})`
    if (!isWide)
      return <circle key={side.person.id} cx={end} cy={at} r={5} fill="var(--bg)" stroke={stroke} strokeWidth={2.5} />
    return (
      <g key={side.person.id}>
        <path d={`M${end} ${at}L${end + 18} ${label}`} stroke={stroke} strokeWidth={1.5} />
        <PlotDisc side={side} x={end + 40} y={label} />
        <text className={styles.plotSum} x={end + 74} y={label - 2}>
          {finalScore(own)}
        </text>
        <text x={end + 74} y={label + 16}>
          {shortened(side.name, 12)}
        </text>
      </g>
    )
  })
}
