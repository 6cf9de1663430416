import { paths } from '#paths'
import { type CopyWords, copyAddress, type SharedAddress, shareAddress } from '#ui/forms/share-buttons'
import { type Battle, battleTitle, nameOf } from './battle-view.ts'

export const linkOf = ({ id }: Pick<Battle, 'id'>): string => location.origin + paths.battle(id)

export const copyLink = (battle: Battle, words?: CopyWords): Promise<void> => copyAddress(linkOf(battle), words)

export function shareBattle(battle: Battle): Promise<void> {
  const { challenger, opponent } = battle
  const text = `${battleTitle(battle)}: ${nameOf(challenger)} against ${nameOf(opponent)}`
  return shareAddress({ title: text, text, url: linkOf(battle) })
}

/** Returns what a participant shares to bring people to the battle. */
export function invitationOf(battle: Battle, viewerId: string): SharedAddress {
  const rival = nameOf(battle.challengerId === viewerId ? battle.opponent : battle.challenger)
  const when = battle.status === 'active' ? 'is live' : 'starts soon'
  return {
    title: battleTitle(battle),
    text: `My battle against ${rival} ${when} on Aura. Watch, and ${battle.rounds ? 'answer along' : 'help decide who wins'}.`,
    url: linkOf(battle),
  }
}
