import { LESSON_RULES } from '@aura/api/rules/lessons'
import type { ReactNode } from 'react'
import { AuraRing } from '#aura/aura-ring.tsx'
import type { FieldLayout, FieldPicture } from '#aura/canvas/field-picture.ts'
import { StillField } from '#aura/canvas/still-field.tsx'
import { VouchPicture } from '#features/vouching'
import { RadioList } from '#ui/forms/radio-list'
import styles from './how-it-works.module.css'

const { lessonsPerDay, lessonAp, checkRightAnswers } = LESSON_RULES

export default function HowItWorks() {
  return (
    <ol className={styles.list}>
      <Picture
        title="Learn"
        text={`${lessonsPerDay} short lessons a day. ${checkRightAnswers} right answers pass each, for ${lessonAp.beginner} to ${lessonAp.advanced} Aura Points.`}
      >
        <div className={styles.question}>
          <span id="picture-question">What signs a transfer?</span>
          <RadioList labelledBy="picture-question" options={['The app', 'The key']} selected={1} onSelect={() => {}} />
        </div>
      </Picture>
      <Picture
        title="Keep going"
        text="Every day with a lesson lights a line of your ring. A longer streak is a higher level; a missed day ends it."
      >
        <div className={styles.rings}>
          {RING_SIZES.map(([days, size]) => (
            <AuraRing key={days} id="aura-keep-going" days={days} name="A" size={size} />
          ))}
        </div>
      </Picture>
      <Picture
        title="Battle"
        text="Stake your points against another creator. Gifts from the crowd push the front, and the winner takes both stakes."
      >
        <StillField picture={FIELD} className={styles.field ?? ''} />
      </Picture>
      <Picture
        title="Get vouched"
        text="People back you with USDC through a contract. All of it is yours, and your points grow with the level of whoever vouches."
      >
        <VouchPicture />
      </Picture>
    </ol>
  )
}

interface PictureProps {
  title: string
  text: string
  children: ReactNode
}

function Picture({ title, text, children }: PictureProps) {
  return (
    <li className={styles.item}>
      <div className={styles.picture} inert aria-hidden="true">
        {children}
      </div>
      <h3 className="h3">{title}</h3>
      <p className={styles.text}>{text}</p>
    </li>
  )
}

const RING_SIZES = [
  [1, 56],
  [12, 76],
  [30, 104],
] as const

const layout: FieldLayout = (width, height) => ({
  a: [width * 0.24, height / 2],
  b: [width * 0.76, height / 2],
  radius: 28,
  lines: 150,
  reach: 0.5,
  weight: 0.8,
})

const FIELD: FieldPicture = {
  a: { id: 'aura-left', days: 18, auraPoints: 3_000, color: 'grinder', gifts: [40, 22, 9] },
  b: { id: 'aura-right', days: 7, auraPoints: 1_200, color: 'attention', gifts: [18, 12] },
  share: 0.61,
  layout,
}
