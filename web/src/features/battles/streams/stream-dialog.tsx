import type { BattleStream } from '@aura/api/calls/battles/battle'
import type { BattleStreamChoice, OwnStreams } from '@aura/api/calls/battles/streams'
import { streamOrigin, watchAddress } from '@aura/api/streams'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { request } from '#lib/api'
import { errorText } from '#lib/error-text'
import { useWrite } from '#lib/use-write'
import { PartFailed } from '#ui/feedback/load-failed'
import { toast } from '#ui/feedback/toast'
import { Button } from '#ui/forms/button'
import { Field } from '#ui/forms/field'
import { RadioList } from '#ui/forms/radio-list'
import { Dialog, DialogActions, DialogBody, DialogHeader } from '#ui/overlay/dialog'
import { battleStreamRead, ownStreamsRead, refetchBattles } from '../shared/battle-reads.ts'
import { errorTexts } from '../shared/error-texts.ts'

interface StreamDialogProps {
  /** Without it the dialog is about all battles. */
  battleId?: string
  onClose: () => void
}

export default function StreamDialog({ battleId, onClose }: StreamDialogProps) {
  const own = useQuery({ ...ownStreamsRead, staleTime: 0 })
  const inBattle = useQuery({
    ...battleStreamRead(battleId ?? ''),
    enabled: battleId !== undefined,
    staleTime: 0,
  })
  const failed = own.error ?? inBattle.error
  const isReady = own.isFetchedAfterMount && (battleId === undefined || inBattle.isFetchedAfterMount)
  return (
    <Dialog open onClose={onClose} phone="sheet" width="narrow">
      <DialogHeader
        title="Your stream"
        note={battleId === undefined ? 'Shown in every battle of yours.' : 'Shown in this battle.'}
      />
      {failed ? (
        <DialogBody>
          <PartFailed
            text={errorText(failed).description}
            isBusy={own.isFetching || inBattle.isFetching}
            onRetry={() => void Promise.all([own.refetch(), battleId && inBattle.refetch()])}
          />
        </DialogBody>
      ) : isReady && own.data ? (
        <Choice own={own.data} inBattle={inBattle.data} battleId={battleId} onClose={onClose} />
      ) : (
        <DialogBody>
          <p role="status" className="text-ink-2">
            Loading...
          </p>
        </DialogBody>
      )}
    </Dialog>
  )
}

type Option = { name: string } & ({ of: 'default' | 'none' | 'typed' } | { of: 'channel'; stream: BattleStream })

interface ChoiceProps extends Omit<StreamDialogProps, 'battleId'> {
  own: OwnStreams
  inBattle: BattleStreamChoice | undefined
  battleId: string | undefined
}

function Choice({ own, inBattle, battleId, onClose }: ChoiceProps) {
  const client = useQueryClient()
  const id = useId()
  const current = inBattle ? inBattle.stream : own.stream
  const options = optionsOf(own, inBattle)
  const [at, setAt] = useState(() => initialOf(options, inBattle, current))
  const chosen = options[at] ?? { of: 'none' }
  const [address, setAddress] = useState(current && initialIsTyped(options, current) ? watchAddress(current) : '')
  const save = useWrite({
    send: async (option: Pick<Option, 'of'> & { address: string | null }) => {
      if (battleId === undefined)
        return void (await request('PUT /api/battles/streams', { body: { address: option.address } }))
      const params = { id: battleId }
      if (option.of === 'default') return void (await request('DELETE /api/battles/:id/stream', { params }))
      await request('PUT /api/battles/:id/stream', { params, body: { address: option.address } })
    },
    onSuccess: async () => {
      toast({ title: 'Saved', description: 'Everybody who watches sees the change within seconds.' })
      onClose()
      await Promise.all([client.invalidateQueries(ownStreamsRead), refetchBattles(client)])
    },
  })
  const error = save.error ? errorText(save.error, errorTexts.stream).description : undefined
  const isTyped = chosen.of === 'typed'
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const typed = isTyped ? address : null
        if (!save.isPending)
          save.mutate({ of: chosen.of, address: chosen.of === 'channel' ? watchAddress(chosen.stream) : typed })
      }}
    >
      <DialogBody>
        <p id={id} className="mb-3 text-ink-2">
          {own.channels.length === 0 && own.hosts.length === 0
            ? 'Link a channel in Settings, and your battles can show it.'
            : 'Viewers see it once they press play.'}
        </p>
        <div className="grid grid-cols-1 gap-4 wrap-anywhere">
          <RadioList labelledBy={id} options={options.map(({ name }) => name)} selected={at} onSelect={setAt} />
          {isTyped && (
            <Field
              label="Address of the stream"
              inputMode="url"
              autoComplete="off"
              spellCheck={false}
              placeholder={exampleOf(own)}
              value={address}
              error={error}
              hint={`From ${own.hosts.map(({ host }) => host).join(', ')}.`}
              onText={setAddress}
            />
          )}
        </div>
        {!isTyped && error && (
          <p role="alert" className="mt-4 text-danger">
            {error}
          </p>
        )}
      </DialogBody>
      <DialogActions>
        <Button kind="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={save.isPending && 'Saving...'} disabled={isTyped && address.trim() === ''}>
          Save
        </Button>
      </DialogActions>
    </form>
  )
}

function optionsOf(own: OwnStreams, inBattle: BattleStreamChoice | undefined): Option[] {
  return [
    ...(inBattle ? [{ of: 'default', name: `As in Settings: ${own.stream?.text ?? 'no stream'}` } as const] : []),
    ...own.channels.map((stream) => ({ of: 'channel', stream, name: stream.text }) as const),
    ...(own.hosts.length > 0 ? [{ of: 'typed', name: 'Another address' } as const] : []),
    { of: 'none', name: 'No stream' },
  ]
}

const isSame = (a: BattleStream, b: BattleStream) => a.kind === b.kind && a.host === b.host && a.id === b.id

const channelOf = (options: readonly Option[], stream: BattleStream) =>
  options.findIndex((option) => option.of === 'channel' && isSame(option.stream, stream))

const initialIsTyped = (options: readonly Option[], stream: BattleStream) => channelOf(options, stream) < 0

function initialOf(
  options: readonly Option[],
  inBattle: BattleStreamChoice | undefined,
  current: BattleStream | null,
): number {
  const find = (of: Option['of']) => options.findIndex((option) => option.of === of)
  if (inBattle?.choice === 'default') return find('default')
  if (!current) return find('none')
  const channel = channelOf(options, current)
  return channel >= 0 ? channel : find('typed')
}

function exampleOf({ hosts: [first] }: OwnStreams): string {
  if (!first) return ''
  return `${streamOrigin(first.host)}/${first.kind === 'hls' ? 'my-stream.m3u8' : ''}`
}
