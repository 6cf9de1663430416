import { z } from 'zod'

const Id = z.int().positive()

/** What Kick documents of `chat.message.sent`, as far as it matters here. */
const Body = z.object({
  message_id: z.string().min(1).max(100),
  broadcaster: z.object({ user_id: Id }),
  sender: z.object({ user_id: Id }),
  content: z.string().max(1_000),
})

export interface KickMessage {
  /** The message's own id, which is the same for every app and subscription that Kick sends it to. */
  id: string
  channelId: string
  viewerId: string
  text: string
}

/** Returns the message of a request's body; null if it has none. */
export function kickMessageOf(body: Buffer): KickMessage | null {
  const parsed = Body.safeParse(jsonOf(body))
  if (!parsed.success) return null
  const { message_id: id, broadcaster, sender, content: text } = parsed.data
  return { id, channelId: String(broadcaster.user_id), viewerId: String(sender.user_id), text }
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return null
  }
}
