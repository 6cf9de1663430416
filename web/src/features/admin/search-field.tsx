import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Field } from '#ui/forms/field'

const DEBOUNCE_MS = 300

export function SearchField({ label, onSearch }: { label: string; onSearch: (q: string) => void }) {
  const [text, setText] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => onSearch(text.trim()), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text, onSearch])
  return (
    <Field
      label={label}
      type="search"
      maxLength={100}
      value={text}
      onText={setText}
      icon={<Search size={18} strokeWidth={1.75} aria-hidden="true" />}
    />
  )
}
