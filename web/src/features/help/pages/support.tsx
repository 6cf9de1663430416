import { Link } from 'wouter'
import { useConfig } from '#lib/use-config'
import { paths } from '#paths'

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
        The <Link href={paths.help('faq')}>FAQ</Link> answers most questions. For anything else:
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
        <p>This beta has no support contact yet. Ask the person who invited you.</p>
      )}
      <h2>What to tell us</h2>
      <ul>
        <li>Your username and what you were trying to do.</li>
        <li>The exact message you saw.</li>
        <li>For a payment, its transaction hash. The hash is public.</li>
      </ul>
      <p>Never send a seed phrase or private key. Nobody from Aura will ask for them.</p>
      <h2>Beta access</h2>
      <p>If your wallet isn't admitted, tell us its address and who you are. An admin can add it.</p>
      <h2>Suspensions</h2>
      <p>Every page shows the reason. If it's wrong, tell us why. An admin can lift the suspension.</p>
    </>
  )
}
