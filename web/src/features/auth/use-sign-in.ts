import type { PublicConfig } from '@aura/api/calls/config'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { celebrate } from '#features/celebration'
import { request } from '#lib/api'
import { errorCode } from '#lib/api-error'
import { type ErrorText, errorText } from '#lib/error-text'
import { readKey } from '#lib/query-client'
import { browserTimeZone } from '#lib/time/time-zones'
import { isMobile } from '#lib/wallet/mobile'
import type { AnnouncedWallet, WalletProvider } from '#lib/wallet/provider'
import { rememberWallet } from '#lib/wallet/remembered'
import { type Proof, type SignInStep, signIn } from '#lib/wallet/sign-in'
import { WalletError } from '#lib/wallet/wallet-error'
import { walletErrorText, walletHint } from '#lib/wallet/wallet-error-text'
import { paths, safeNext } from '#paths'
import { networkOfConfig } from '#payments/network.ts'
import { toast } from '#ui/feedback/toast'
import { errorTexts } from './error-texts.ts'
import { inviteIdOf } from './invite-id.ts'
import { currentUserQuery, type User } from './session.ts'
import { bonusCelebration, type WalletAnswer, type WalletPurpose, welcomeToast } from './welcome.ts'

export interface SignInProblem extends ErrorText {
  hint: string | null
  confirmWallet?: string | undefined
}

export const STEP_TEXT: Record<SignInStep, string> = {
  connecting: 'Connecting...',
  signing: 'Confirm in your wallet...',
  checking: 'Signing in...',
}

const messageFor = (purpose: WalletPurpose) => async (walletAddress: string, signal: AbortSignal) =>
  (await request('GET /api/auth/nonce', { query: { walletAddress, purpose }, signal })).message

const SUBMIT = {
  'sign-in': (proof: Proof) =>
    request('POST /api/auth/wallet', { body: { ...proof, ...withInvite(), timeZone: browserTimeZone() } }),
  link: (proof: Proof) =>
    request('POST /api/auth/link-wallet', { body: { ...proof, ...withInvite() }, idempotencyKey: crypto.randomUUID() }),
} as const

function withInvite(): { inviteId?: string } {
  const inviteId = inviteIdOf(location)
  return inviteId === null ? {} : { inviteId }
}

const CONFIRM_FIRST = {
  title: 'Confirm it’s you',
  description: 'You signed in a while ago. Confirm with X that you want to use this wallet, then connect it again.',
  hint: null,
}

const hintOf = (error: unknown): string | null =>
  errorCode(error) === 'BETA_ACCESS_REQUIRED'
    ? 'A member can send you an invite link, which lets your wallet in.'
    : walletHint(error)

const isCancelled = (error: unknown) => error instanceof WalletError && error.reason === 'CONNECT_CANCELLED'

/** Dismisses the last attempt's error when the next one starts anywhere on the page. */
let dismissFailure = () => {}

/** Signs in with a wallet or links one. One attempt at a time; unmounting cancels it. */
export function useSignIn({ purpose = 'sign-in', onDone }: { purpose?: WalletPurpose; onDone?: () => void } = {}) {
  const client = useQueryClient()
  const [attempt, setAttempt] = useState<{ uuid: string; step: SignInStep } | null>(null)
  const [problem, setProblem] = useState<SignInProblem | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  /** The wallet is signed in whether it switches or not, so nothing waits for it. */
  async function offerNetworkTo(provider: WalletProvider) {
    const config = client.getQueryData<PublicConfig>(readKey('GET /api/config'))
    if (!config) return
    const { offerNetwork } = await import('#payments/connect-to-pay.ts').catch(() => ({ offerNetwork: null }))
    await offerNetwork?.(provider, networkOfConfig(config))
  }

  async function start({ info, provider }: AnnouncedWallet, { chooseAccount = false } = {}) {
    if (running.current) return
    const run = new AbortController()
    running.current = run
    setProblem(null)
    dismissFailure()
    const mobile = isMobile(navigator.userAgent)
    const onStep = (step: SignInStep) => setAttempt({ uuid: info.uuid, step })
    const onConnect = () => rememberWallet(info.rdns)
    let asked: string | undefined
    const messageOf = messageFor(purpose)
    const getMessage = (walletAddress: string, signal: AbortSignal) => {
      asked = walletAddress
      return messageOf(walletAddress, signal)
    }
    const submit = SUBMIT[purpose]
    const followsSwitch = purpose === 'sign-in'
    const deps = {
      provider,
      mobile,
      chooseAccount,
      followsSwitch,
      signal: run.signal,
      onStep,
      onConnect,
      getMessage,
      submit,
    }
    try {
      const before = client.getQueryData<User | null>(currentUserQuery.queryKey)
      const welcome: WalletAnswer = await signIn(deps)
      toast(welcomeToast(purpose, welcome))
      void offerNetworkTo(provider)
      if (purpose === 'link') {
        await client.invalidateQueries({ queryKey: currentUserQuery.queryKey })
        onDone?.()
        if (before && welcome.bonusAp) void celebrate(bonusCelebration(before, welcome.bonusAp))
        return
      }
      const next = safeNext(new URLSearchParams(location.search).get('next'), location.origin)
      await client.fetchQuery({ ...currentUserQuery, staleTime: 0 })
      navigate(next ?? paths.home, { replace: true })
    } catch (error) {
      if (run.signal.aborted || isCancelled(error)) return
      if (errorCode(error) === 'FRESH_SIGN_IN_REQUIRED') return setProblem({ ...CONFIRM_FIRST, confirmWallet: asked })
      const text =
        error instanceof WalletError
          ? walletErrorText(error)
          : errorText(error, purpose === 'link' ? errorTexts.linkWallet : errorTexts.authenticate)
      dismissFailure = toast({ ...text, kind: 'destructive' })
      setProblem({ ...text, hint: hintOf(error) })
    } finally {
      running.current = null
      setAttempt(null)
    }
  }

  return { attempt, problem, start }
}
