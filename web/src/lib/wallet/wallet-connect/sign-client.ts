export interface Session {
  topic: string
  /** Unix time in seconds of the session's end. */
  expiry: number
  /** By CAIP-2 namespace; ours is `eip155`. Accounts read `eip155:8453:0x…`. */
  namespaces: Record<string, { accounts: string[]; methods: string[] }>
}

export type SessionEvent =
  | { kind: 'accounts'; topic: string; accounts: unknown }
  | { kind: 'chain'; topic: string; chain: unknown }
  | { kind: 'update'; topic: string; namespaces: Session['namespaces'] }
  | { kind: 'end'; topic: string }

export interface Proposal {
  uri: string
  /** Rejects if the wallet refuses, and after five minutes with a message that says it expired. */
  approval: Promise<Session>
}

/** The part of `@walletconnect/sign-client` that we use. */
export interface SignClient {
  sessions(): Session[]
  /** Proposes a session on a network, by chain id. Resolves when the relay has the proposal. */
  propose(chainId: number): Promise<Proposal>
  request(topic: string, chainId: number, method: string, params: unknown): Promise<unknown>
  end(topic: string): Promise<void>
  rest(): Promise<void>
  onEvent(listener: (event: SessionEvent) => void): void
}
