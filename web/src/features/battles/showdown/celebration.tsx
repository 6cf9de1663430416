import { useEffect, useState } from 'react'
import type { BattleDetail } from '../shared/battle-view.ts'
import styles from './showdown.module.css'

const LASTS_MS = 2_400

export function Celebration({ battle }: { battle: BattleDetail }) {
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), LASTS_MS)
    return () => clearTimeout(timer)
  }, [])
  if (isOver || battle.winnerId === null) return null
  return (
    <span
      className={`${styles.flare} ${battle.winnerId === battle.challengerId ? styles.a : styles.b}`}
      aria-hidden="true"
    />
  )
}
