import { formatWhole } from '@aura/api/money'
import type { CSSProperties } from 'react'
import { Avatar } from '#aura/avatar.tsx'
import { SteezeIcon } from '#aura/steeze-icon.tsx'
import { DRAW, type Side } from '../shared/battle-view.ts'
import { leadWords } from '../showdown/gifts/lead-words.ts'
import styles from './alert-card.module.css'
import type { Alert, GiftAlert } from './alerts.ts'
import type { StageOptions } from './stage-options.ts'

const FACE_PX = 128

type Sides = readonly [Named, Named]
type Named = Pick<Side, 'name' | 'accent'>

interface AlertCardProps {
  alert: Alert
  sides: Sides
  options: Pick<StageOptions, 'alertScale' | 'alertColor'>
}

export function AlertCard({ alert, sides, options: { alertScale, alertColor } }: AlertCardProps) {
  const side = 'side' in alert && alert.side !== null ? sides[alert.side] : null
  return (
    <div
      className={styles.card}
      data-aura={alertColor === 'sides' ? (side?.accent ?? 'none') : alertColor}
      data-alert={alert.kind}
      style={{ '--alert-scale': alertScale } as CSSProperties}
    >
      {alert.kind === 'gift' && (
        <span className={styles.face} aria-hidden="true">
          <Avatar name={alert.name} image={alert.image} size={FACE_PX} className={styles.image ?? ''} />
        </span>
      )}
      <Words alert={alert} sides={sides} />
    </div>
  )
}

function Words({ alert, sides }: { alert: Alert; sides: Sides }) {
  switch (alert.kind) {
    case 'gift':
      return <GiftWords gift={alert} to={sides[alert.side].name} />
    case 'lead': {
      const { name } = sides[alert.side]
      const [first, second] = leadWords({ name, isLeader: false, isOwnGift: false })
      return <Lines first={first} second={second} />
    }
    case 'minute':
      return <Lines first="Final minute" second={`${sides[0].name} against ${sides[1].name}`} />
    case 'win':
      return <Lines first={alert.side === null ? DRAW : `${sides[alert.side].name} Wins!`} second={alert.gifter} />
  }
}

const Lines = ({ first, second }: { first: string; second: string | null }) => (
  <div className={styles.words}>
    <p className={styles.first}>{first}</p>
    {second && <p>{second}</p>}
  </div>
)

function GiftWords({ gift: { name, amount, count, more }, to }: { gift: GiftAlert; to: string }) {
  return (
    <div className={styles.words}>
      <p className={`${styles.first} ${styles.gift}`}>
        <span>{name}</span>
        <b className="num">
          <SteezeIcon /> {formatWhole(amount)}
          <span className="sr-only"> Steeze</span>
          {count > 1 && <small> ×{formatWhole(count)}</small>}
        </b>
      </p>
      <p>to {to}</p>
      {more.count > 0 && (
        <p>
          +{formatWhole(more.count)} more, {formatWhole(more.amount)} Steeze
        </p>
      )}
    </div>
  )
}
