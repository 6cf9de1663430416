import { ImageDown, Link2, Share2 } from 'lucide-react'
import { UprightButton } from '#aura/upright-button.tsx'
import { Button, buttonClass } from '#ui/forms/button'
import styles from '../receipt/receipt.module.css'
import { type BattleDetail, battleTitle } from './battle-view.ts'
import { copyLink, linkOf, shareBattle } from './share-battle.ts'

export function ShareActions({ battle }: { battle: BattleDetail }) {
  return (
    <div className={styles.actions}>
      <Button kind="secondary" size={40} onClick={() => void copyLink(battle)}>
        <Link2 size={18} strokeWidth={1.75} aria-hidden="true" />
        Copy link
      </Button>
      <a
        className={buttonClass('secondary', 40)}
        href={`/share/battles/${battle.id}.jpg`}
        download={`aura-battle-${battle.id.slice(0, 8)}.jpg`}
      >
        <ImageDown size={18} strokeWidth={1.75} aria-hidden="true" />
        Save image
      </a>
      <UprightButton
        address={`/share/battles/${battle.id}-upright.jpg`}
        fileName={`aura-battle-${battle.id.slice(0, 8)}-upright.jpg`}
        title={battleTitle(battle)}
        text={`${battleTitle(battle)} ${linkOf(battle)}`}
        size={40}
      />
      <Button size={40} onClick={() => void shareBattle(battle)}>
        <Share2 size={18} strokeWidth={1.75} aria-hidden="true" />
        Share
      </Button>
    </div>
  )
}
