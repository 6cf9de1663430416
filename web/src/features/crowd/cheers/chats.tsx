import type { Answer } from '@aura/api/calls'
import { CROWD_RULES } from '@aura/api/rules/crowd'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { BesideBattleProps } from '#features/battles'
import { request } from '#lib/api'
import { read } from '#lib/query-client'
import { toastFailure } from '#lib/toast-failure'
import { useWrite } from '#lib/use-write'
import { Button } from '#ui/forms/button'
import { errorTexts } from '../error-texts.ts'
import styles from './cheer-meter.module.css'
import { cheersRead, useCheers } from './use-cheers.ts'

type Chat = Answer<'GET /api/battles/:id/cheers'>['chats'][number]
type Channel = Answer<'GET /api/battles/:id/chats'>[number]

const { chatCheerSeconds } = CROWD_RULES
const NAMES = { twitch: 'Twitch', kick: 'Kick' } as const satisfies Record<Chat['provider'], string>
const SITES = { twitch: 'twitch.tv', kick: 'kick.com' } as const satisfies Record<Chat['provider'], string>

interface ChatsProps extends BesideBattleProps {
  chats: readonly Chat[]
}

/** The chats that take part in a battle, and what a participant needs to let their own take part. */
export function Chats({ battle, sides, viewer, chats }: ChatsProps) {
  const [left, right] = sides
  return (
    <>
      {chats.map(({ participantId, provider, channel, isConnected }) => (
        <p key={`${participantId} ${provider}`} className={styles.note} role="status">
          {isConnected
            ? `The chat of ${SITES[provider]}/${channel} cheers along: !left for ${left.name}, !right for ${right.name}, a heart for ${nameOf(sides, participantId)}. Once every ${chatCheerSeconds} seconds for each viewer.`
            : `Connecting to the chat of ${SITES[provider]}/${channel}…`}
        </p>
      ))}
      {viewer && takesPart(battle, viewer.id) && (
        <OwnChats battleId={battle.id} chats={chats.filter(({ participantId }) => participantId === viewer.id)} />
      )}
    </>
  )
}

/** The same in the waiting room, where only participants meet it. */
export function ChatsBefore(props: BesideBattleProps) {
  const { battle, viewer } = props
  const isAsked = viewer !== null && takesPart(battle, viewer.id)
  const { data } = useCheers(battle.id, { isFollowed: true, isAsked })
  return (
    isAsked &&
    data && (
      <div className={styles.meter}>
        <Chats {...props} chats={data.chats} />
      </div>
    )
  )
}

function OwnChats({ battleId, chats }: { battleId: string; chats: readonly Chat[] }) {
  const { data: channels = [] } = useQuery(read('GET /api/battles/:id/chats', { id: battleId }))
  return channels.map((channel) => (
    <OwnChat
      key={channel.provider}
      battleId={battleId}
      channel={channel}
      isOn={chats.some(({ provider }) => provider === channel.provider)}
    />
  ))
}

function OwnChat({ battleId, channel, isOn }: { battleId: string; channel: Channel; isOn: boolean }) {
  const client = useQueryClient()
  const params = { id: battleId, provider: channel.provider }
  const change = useWrite({
    send: (wanted: 'start' | 'stop') => request(wanted === 'start' ? START : STOP, { params }),
    onSuccess: () => client.invalidateQueries(cheersRead(battleId)),
    onError: (error, wanted) => toastFailure(error, wanted === 'start' ? errorTexts.startChat : errorTexts.stopChat),
  })
  return (
    <div className={styles.chat}>
      <Button
        kind="secondary"
        size={40}
        busy={change.isPending && (isOn ? 'Stopping...' : 'Starting...')}
        onClick={() => change.mutate(isOn ? 'stop' : 'start')}
      >
        {isOn ? `Stop my ${NAMES[channel.provider]} chat` : `Let my ${NAMES[channel.provider]} chat cheer`}
      </Button>
      {!isOn && (
        <p className={styles.note}>
          Aura reads the chat of {SITES[channel.provider]}/{channel.channel} until the battle ends. It writes nothing
          there and keeps no message.
        </p>
      )}
    </div>
  )
}

const START = 'PUT /api/battles/:id/chats/:provider'
const STOP = 'DELETE /api/battles/:id/chats/:provider'

const takesPart = ({ challengerId, opponentId }: BesideBattleProps['battle'], userId: string) =>
  userId === challengerId || userId === opponentId

const nameOf = (sides: BesideBattleProps['sides'], id: string) => sides.find(({ person }) => person.id === id)?.name
