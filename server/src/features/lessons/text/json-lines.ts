/** Returns the line of the value at `path` in valid JSON, or of its nearest parent that exists. */
export function lineOfJson(json: string, path: readonly PropertyKey[]): number {
  const index = new JsonScan(json).indexOf(path.map(String))
  return json.slice(0, index).split('\n').length
}

/** Walks valid JSON without building values. */
class JsonScan {
  #at = 0
  readonly #json: string

  constructor(json: string) {
    this.#json = json
  }

  indexOf(path: readonly string[]): number {
    this.#space()
    const start = this.#at
    const [key, ...rest] = path
    const opener = this.#json[this.#at]
    if (key === undefined || (opener !== '{' && opener !== '[')) return start
    this.#at += 1
    for (let place = 0; ; place += 1) {
      this.#space()
      if (this.#json[this.#at] === '}' || this.#json[this.#at] === ']') return start
      const name = opener === '{' ? this.#key() : String(place)
      if (name === key) return this.indexOf(rest)
      this.#skipValue()
      this.#space()
      if (this.#json[this.#at] === ',') this.#at += 1
    }
  }

  #space(): void {
    while (/\s/.test(this.#json[this.#at] ?? '')) this.#at += 1
  }

  #string(): string {
    const start = this.#at
    this.#at += 1
    while (this.#json[this.#at] !== '"') this.#at += this.#json[this.#at] === '\\' ? 2 : 1
    this.#at += 1
    return JSON.parse(this.#json.slice(start, this.#at))
  }

  #key(): string {
    const name = this.#string()
    this.#space()
    this.#at += 1
    return name
  }

  #skipValue(): void {
    this.#space()
    let depth = 0
    for (;;) {
      const char = this.#json[this.#at]
      if (char === '"') this.#string()
      else if (depth === 0 && (char === ',' || char === '}' || char === ']')) return
      else {
        if (char === '{' || char === '[') depth += 1
        if (char === '}' || char === ']') depth -= 1
        this.#at += 1
      }
      if (this.#at >= this.#json.length) return
    }
  }
}
