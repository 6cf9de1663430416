/** What a wallet allowed, as WalletConnect keeps it. */
export interface Session {
  topic: string
  /** In seconds since 1970. */
  expiry: number
  /** By kind of network; ours is `eip155`. Accounts read `eip155:8453:0x…`. */
  namespaces: Record<string, { accounts: string[]; methods: string[] }>
}

/** What a wallet says by itself. */
export type SessionEvent =
  | { kind: 'accounts'; topic: string; accounts: unknown }
  | { kind: 'chain'; topic: string; chain: unknown }
  /** The wallet changed what it allows. */
  | { kind: 'update'; topic: string; namespaces: Session['namespaces'] }
  | { kind: 'end'; topic: string }

/** A question to some wallet, waiting to be scanned. */
export interface Proposal {
  uri: string
  /** Rejects when the wallet refuses, and after five minutes with a message that says it expired. */
  approval: Promise<Session>
}

/** As much of `@walletconnect/sign-client` as a wallet needs. */
export interface SignClient {
  /** The sessions kept in this browser. */
  sessions(): Session[]
  /** Asks for a session on a network, by its number. Resolves once the relay has the question. */
  propose(chainId: number): Promise<Proposal>
  request(topic: string, chainId: number, method: string, params: unknown): Promise<unknown>
  /** Ends a session for both sides. */
  end(topic: string): Promise<void>
  /** Lets go of the relay; the next question finds it again. */
  rest(): Promise<void>
  onEvent(listener: (event: SessionEvent) => void): void
}
