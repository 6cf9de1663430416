export interface ChatMessage {
  /** Both in lower case, as Twitch sends them. */
  channel: string
  login: string
  text: string
}

/** A name on Twitch. Nothing else is ever written into a command. */
export const LOGIN = /^[a-z0-9_]{1,25}$/

/** The prefix repeats the sender's name, which the server writes; what people write comes last. */
const MESSAGE =
  /^(?:@[^ ]+ )?:([a-z0-9_]{1,25})!\1@\1\.tmi\.twitch\.tv PRIVMSG #([a-z0-9_]{1,25}) :([^\0\r\n]{1,1000})$/

/** Returns the message of a line without its end; null if the line has no message or isn't written as Twitch does. */
export function chatMessageOf(line: string): ChatMessage | null {
  const [, login, channel, text] = MESSAGE.exec(line) ?? []
  return login && channel && text ? { login, channel, text } : null
}

const COMMAND = /^(?:@[^ ]+ )?(?::([^ ]+) )?([A-Z]{1,20}|\d{3})(?: (.*))?$/

/** Returns a line's command with its sender and parameters; null if it is none. */
export function ircCommandOf(line: string): { name: string; sender: string; params: string } | null {
  const [, sender = '', name, params = ''] = COMMAND.exec(line) ?? []
  return name ? { name, sender, params } : null
}
