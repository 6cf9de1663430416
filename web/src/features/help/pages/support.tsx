import { Link } from 'wouter'
import { useConfig } from '#lib/use-config'
import { paths } from '#paths'

/** Whom to ask, as the operator set it. */
export function SupportPage() {
  const { data: config } = useConfig()
  const ways = [
    { text: 'Ask in the community chat', url: config?.links.chat },
    { text: 'Write to us on X', url: config?.links.x },
    { text: 'Read the documentation', url: config?.links.docs },
  ].filter((way): way is { text: string; url: string } => Boolean(way.url))
  return (
    <>
      <p>
        Most questions are answered in the <Link href={paths.help('faq')}>FAQ</Link>. For the others:
      </p>
      {ways.length > 0 ? (
        <ul>
          {ways.map(({ text, url }) => (
            <li key={url}>
              <a href={url} rel="noreferrer">
                {text}
              </a>
            </li>
          ))}
        </ul>
      ) : (
        <p>
          Who runs this Aura has not named a chat or an account to write to. In the closed beta, ask whoever invited
          you.
        </p>
      )}
      <h2>What helps us help you</h2>
      <ul>
        <li>Your username, and what you wanted to do.</li>
        <li>The words of the message you saw.</li>
        <li>For a payment: the hash of its transaction. It is public.</li>
      </ul>
      <p>Never send a seed phrase or a private key. Nobody from Aura asks for them.</p>
      <h2>Access to the beta</h2>
      <p>If your wallet is not let in, say which address it is and who you are. An admin can add it.</p>
      <h2>A suspension</h2>
      <p>The reason stands on every page. If it is wrong, say why, and an admin can lift it.</p>
    </>
  )
}
