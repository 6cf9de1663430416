const NAMES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => NAMES[sign] ?? sign)

const STYLE = `
:root{color-scheme:dark light;--bg:oklch(.145 .006 215);--ink:oklch(.965 .006 105);--ink-2:oklch(.81 .008 150);
--line:oklch(.3 .008 215);--line-2:oklch(.56 .01 215);--danger:oklch(.7 .18 22)}
@media(prefers-color-scheme:light){:root{--bg:oklch(.962 .004 215);--ink:oklch(.195 .012 230);--ink-2:oklch(.385 .012 225);
--line:oklch(.86 .006 215);--line-2:oklch(.585 .01 215);--danger:oklch(.52 .2 25)}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:2rem 1rem;background:var(--bg);color:var(--ink);
font:400 1rem/1.5 system-ui,sans-serif}
main{width:min(28rem,100%)}
h1{margin:0 0 .5rem;font-size:2rem;line-height:1.1;font-weight:800;letter-spacing:-.02em}
p{margin:0 0 1.5rem;color:var(--ink-2)}
label{display:block;margin-bottom:.375rem;font-weight:600}
input{width:100%;height:3rem;padding:0 .875rem;border:1px solid var(--line-2);border-radius:8px;background:none;
color:inherit;font:inherit}
.fault{margin:.375rem 0 0;color:var(--danger);font-size:.875rem}
button{width:100%;min-height:3rem;padding:0 1rem;border:1px solid var(--line-2);border-radius:8px;background:none;
color:inherit;font:650 .9375rem/1 system-ui,sans-serif;cursor:pointer}
button:hover{border-color:var(--ink)}
.yes{margin-top:1rem;background:var(--ink);border-color:var(--ink);color:var(--bg)}
fieldset{display:grid;gap:.625rem;margin:2rem 0 0;padding:1.25rem 0 0;border:0;border-top:1px solid var(--line)}
legend{float:left;width:100%;padding:0;color:var(--ink-2);font-size:.875rem}
:focus-visible{outline:2px solid var(--ink);outline-offset:3px}`

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body><main>${body}</main></body>
</html>`

/** Renders the page to choose a handle or a failure to try out. `query` is the server's request. */
export function consentPage(
  query: URLSearchParams,
  { isOpenId, fault }: { isOpenId: boolean; fault: string | null },
): string {
  const name = isOpenId ? 'Sandbox ID' : 'X'
  const hidden = [...query]
    .filter(([name]) => name !== 'handle' && name !== 'choice')
    .map(([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`)
    .join('')
  return page(
    isOpenId ? name : 'Sandbox of X',
    `<h1>${isOpenId ? name : 'Sandbox of X'}</h1>
<p>This stands in for ${isOpenId ? 'an OpenID issuer, such as Google,' : 'X'} on your machine. Whatever handle you type is who you are.</p>
<form action="${isOpenId ? '/openid' : ''}/authorize">${hidden}
<label for="handle">${isOpenId ? 'Name' : 'Handle on X'}</label>
<input id="handle" name="handle" autocomplete="off" autocapitalize="none" spellcheck="false" autofocus
 value="${escaped(query.get('handle') ?? '')}"${fault ? ' aria-invalid="true" aria-describedby="fault"' : ''}>
${fault ? `<div class="fault" id="fault" role="alert">${escaped(fault)}</div>` : ''}
<button class="yes" name="choice" value="allow">Authorize Aura</button>
<fieldset><legend>Or see how it goes wrong</legend>
<button name="choice" value="deny">Deny</button>
<button name="choice" value="expired">Let the code expire</button>
<button name="choice" value="down">Let ${name} be down</button>
</fieldset>
</form>`,
  )
}

/** Renders the page for an invalid request. */
export const faultPage = (reason: string): string =>
  page('Sandbox of X', `<h1>This is no sign-in</h1><p>${escaped(reason)}</p>`)
