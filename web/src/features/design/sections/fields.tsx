import { Search } from 'lucide-react'
import { useState } from 'react'
import { Field, TextArea } from '#ui/forms/field'
import { Select } from '#ui/forms/select'
import { Columns, Forced, Group, Section, State } from '../section.tsx'

const RULE = '3 to 20: a-z, 0-9, _'

const ZONES = [
  { value: 'Africa/Lagos', label: 'Africa/Lagos, UTC+1' },
  { value: 'America/New_York', label: 'America/New York, UTC-5' },
  { value: 'Asia/Seoul', label: 'Asia/Seoul, UTC+9' },
  { value: 'Europe/Berlin', label: 'Europe/Berlin, UTC+1' },
] as const

type Zone = (typeof ZONES)[number]['value']

export function FieldSection() {
  return (
    <Section id="fields" title="Fields" note="One message at a time, in a line that is always there: nothing moves.">
      <UserNames />
      <Group title="Others">
        <Others />
      </Group>
      <Group title="Select">
        <Selects />
      </Group>
    </Section>
  )
}

function UserNames() {
  const [name, setName] = useState('temi_codes')
  const field = { label: 'Username', aside: RULE, value: name, onText: setName, autoComplete: 'off' }
  return (
    <Columns>
      <State name="rest">
        <Field {...field} />
      </State>
      <State name="empty, with a hint">
        <Field {...field} value="" placeholder="your_name" hint="You can change it once a week" />
      </State>
      <State name="hover">
        <Field {...field} data-force="hover" />
      </State>
      <State name="focus">
        <Field {...field} data-force="focus" />
      </State>
      <State name="being checked">
        <Field {...field} data-force="focus" busy="Checking..." />
      </State>
      <State name="available">
        <Field {...field} ok="Username is available" />
      </State>
      <State name="error">
        <Field {...field} value="adaezelive" error="Username is already taken" />
      </State>
      <State name="error, focus">
        <Field {...field} value="adaezelive" error="Username is already taken" data-force="focus" />
      </State>
      <State name="disabled">
        <Field {...field} disabled hint="You can change it again in 5 days" />
      </State>
    </Columns>
  )
}

function Others() {
  const [title, setTitle] = useState('Explain it to me')
  const [about, setAbout] = useState('One term, sixty seconds, no slides. The crowd decides who made it click.')
  const [query, setQuery] = useState('')
  const [amount, setAmount] = useState('12.50')
  return (
    <Columns>
      <State name="counted">
        <Field label="Title" optional counted={20} value={title} onText={setTitle} />
      </State>
      <State name="with an icon">
        <Field
          label="Find Creators"
          icon={<Search size={18} strokeWidth={1.75} aria-hidden="true" />}
          placeholder="Search by username"
          value={query}
          onText={setQuery}
        />
      </State>
      <State name="an amount">
        <Field
          big
          label="USDC amount"
          aside="212.40 USDC"
          after="USDC"
          inputMode="decimal"
          value={amount}
          onText={setAmount}
        />
      </State>
      <State name="several lines">
        <TextArea label="Description" optional counted={200} rows={3} value={about} onText={setAbout} />
      </State>
      <State name="several lines, error">
        <TextArea label="Description" rows={3} value={about} onText={setAbout} error="Leave the address out of it" />
      </State>
      <State name="several lines, disabled">
        <TextArea label="Description" rows={3} value={about} onText={setAbout} disabled />
      </State>
    </Columns>
  )
}

function Selects() {
  const [zone, setZone] = useState<Zone | null>('Africa/Lagos')
  const select = { label: 'Time zone', items: ZONES, value: zone, onChange: setZone }
  return (
    <Columns>
      <State name="rest">
        <Select {...select} />
      </State>
      <State name="focus">
        <Forced state="focus">
          <Select {...select} />
        </Forced>
      </State>
      <State name="nothing chosen, error">
        <Select {...select} value={null} placeholder="Choose a time zone" error="A time zone is needed" />
      </State>
      <State name="disabled">
        <Select {...select} disabled hint="You can change it again in 5 days" />
      </State>
    </Columns>
  )
}
