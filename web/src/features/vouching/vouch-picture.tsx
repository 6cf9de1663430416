import { AURA_LEVELS } from '@aura/api/levels'
import { formatWhole } from '@aura/api/money'
import { VOUCH_MULTIPLIERS, VOUCH_RULES } from '@aura/api/rules/vouching'
import { AuraRing } from '#aura/aura-ring.tsx'
import styles from './vouch-picture.module.css'

const LEVEL = AURA_LEVELS[2] ?? { key: 'clout', minDays: 0 }
const USDC = 10
const AP = Math.floor(USDC * VOUCH_RULES.apPerUsdc * Number(VOUCH_MULTIPLIERS[LEVEL.key]))

export const VouchPicture = () => (
  <div className={styles.picture}>
    <AuraRing id="aura-voucher" days={LEVEL.minDays} name="K" size={72} />
    <p className={styles.flow}>
      <b className="num">{USDC} USDC</b>
      <i aria-hidden="true" />
      <span className="num">+{formatWhole(AP)} AP</span>
    </p>
    <AuraRing id="aura-vouched" days={3} name="Y" size={72} />
  </div>
)
