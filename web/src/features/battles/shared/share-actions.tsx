import { ImageDown, Link2, Share2 } from 'lucide-react'
import { paths } from '#paths'
import { Button, buttonClass } from '#ui/forms/button'
import { type CopyWords, copyAddress, shareAddress } from '#ui/forms/share-buttons'
import styles from '../receipt/receipt.module.css'
import { type BattleDetail, battleTitle, nameOf } from './battle-view.ts'

export const linkOf = (battle: BattleDetail): string => location.origin + paths.battle(battle.id)

export const copyLink = (battle: BattleDetail, words?: CopyWords): Promise<void> => copyAddress(linkOf(battle), words)

export function shareBattle(battle: BattleDetail): Promise<void> {
  const { challenger, opponent } = battle
  const text = `${battleTitle(battle)}: ${nameOf(challenger)} against ${nameOf(opponent)}`
  return shareAddress({ title: text, text, url: linkOf(battle) })
}

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
      <Button size={40} onClick={() => void shareBattle(battle)}>
        <Share2 size={18} strokeWidth={1.75} aria-hidden="true" />
        Share
      </Button>
    </div>
  )
}
