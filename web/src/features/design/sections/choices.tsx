import { useState } from 'react'
import { Checkbox, Switch } from '#ui/forms/check'
import { CheckList } from '#ui/forms/check-list'
import { OrderList } from '#ui/forms/order-list'
import { RadioList } from '#ui/forms/radio-list'
import { Segmented } from '#ui/forms/segmented'
import { TabPanel, Tabs } from '#ui/layout/tabs'
import { Columns, Forced, Group, Section, State } from '../section.tsx'

const HOURS = [
  { value: '3', name: '3 h' },
  { value: '4', name: '4 h' },
  { value: '5', name: '5 h' },
]
const FILTER = [
  { value: 'live', name: 'Live' },
  { value: 'all', name: 'All' },
]
const OPTIONS = ['It is burned', 'It goes to the validator', 'It is returned to you']

export function ChoiceSection() {
  return (
    <Section id="choices" title="Choices">
      <Group title="Segmented">
        <Segments />
      </Group>
      <Group title="Checkbox and switch">
        <Checks />
      </Group>
      <Group title="Options">
        <Options />
      </Group>
    </Section>
  )
}

function Segments() {
  const [hours, setHours] = useState('4')
  const [filter, setFilter] = useState('live')
  const duration = { label: 'Duration', items: HOURS, value: hours, onChange: setHours }
  return (
    <Columns>
      <State name="in a form">
        <Segmented {...duration} tall />
      </State>
      <State name="focus">
        <Forced part="label:nth-of-type(1)" state="focus">
          <Segmented {...duration} tall />
        </Forced>
      </State>
      <State name="disabled">
        <Segmented {...duration} tall disabled />
      </State>
      <State name="beside tabs">
        <Segmented label="Show" items={FILTER} value={filter} onChange={setFilter} />
      </State>
    </Columns>
  )
}

function Checks() {
  const [on, setOn] = useState(true)
  const [off, setOff] = useState(false)
  return (
    <Columns>
      <State name="checkbox">
        <Checkbox label="Check eligibility on chain" checked={off} onChange={setOff} />
        <Checkbox label="Only verified creators" checked={on} onChange={setOn} />
      </State>
      <State name="checkbox, hover and focus">
        <Forced state="hover">
          <Checkbox label="Check eligibility on chain" checked={off} onChange={setOff} />
        </Forced>
        <Forced state="focus">
          <Checkbox label="Only verified creators" checked={on} onChange={setOn} />
        </Forced>
      </State>
      <State name="checkbox, disabled">
        <Checkbox label="Check eligibility on chain" checked={false} onChange={setOff} disabled />
        <Checkbox label="Only verified creators" checked onChange={setOn} disabled />
      </State>
      <State name="switch">
        <Switch label="Battle starts" note="Ten minutes before" checked={on} onChange={setOn} />
        <Switch label="Somebody challenges you" checked={off} onChange={setOff} />
      </State>
      <State name="switch, hover and focus">
        <Forced state="hover">
          <Switch label="Battle starts" note="Ten minutes before" checked={on} onChange={setOn} />
        </Forced>
        <Forced state="focus">
          <Switch label="Somebody challenges you" checked={off} onChange={setOff} />
        </Forced>
      </State>
      <State name="switch, disabled">
        <Switch label="Battle starts" note="Ten minutes before" checked onChange={setOn} disabled />
        <Switch label="Somebody challenges you" checked={false} onChange={setOff} disabled />
      </State>
    </Columns>
  )
}

const LINES = ['Site: aura.example', 'Spender: 0x51C0…7bE2', 'Nonce: 7'] as const

function Options() {
  const [chosen, setChosen] = useState<number | null>(1)
  const [line, setLine] = useState<number | null>(1)
  const [several, setSeveral] = useState([0, 2])
  const [order, setOrder] = useState<number[]>()
  return (
    <>
      <p id="design-question" className="mb-3">
        What happens to the base fee?
      </p>
      <RadioList
        labelledBy="design-question"
        options={OPTIONS}
        selected={chosen}
        onSelect={setChosen}
        struck={[2]}
        struckNote="Not it"
      />
      <p id="design-line" className="mt-6 mb-3">
        Which line lets somebody else spend?
      </p>
      <RadioList
        code
        labelledBy="design-line"
        options={LINES}
        selected={line}
        onSelect={setLine}
        struck={[]}
        struckNote="Not it"
      />
      <p id="design-several" className="mt-6 mb-3">
        Which of these cost a fee?
      </p>
      <CheckList labelledBy="design-several" options={OPTIONS} selected={several} onSelect={setSeveral} />
      <p id="design-order" className="mt-6 mb-3">
        What happens first?
      </p>
      <OrderList labelledBy="design-order" options={OPTIONS} order={order} onOrder={setOrder} />
    </>
  )
}

const BATTLES = [
  { value: 'live', name: 'Live', count: 4 },
  { value: 'upcoming', name: 'Upcoming', count: 17 },
  { value: 'completed', name: 'Completed', count: 227 },
  { value: 'mine', name: 'My Battles' },
] as const

export function TabSection() {
  const [tab, setTab] = useState<(typeof BATTLES)[number]['value']>('live')
  const [filter, setFilter] = useState('live')
  return (
    <Section id="tabs" title="Tabs" note="Where they don’t fit, they scroll.">
      <Tabs
        label="Battles"
        items={BATTLES}
        value={tab}
        onChange={setTab}
        aside={<Segmented label="Shown battles" items={FILTER} value={filter} onChange={setFilter} />}
      >
        {BATTLES.map(({ value, name }) => (
          <TabPanel key={value} value={value} className="pt-4 text-ink-2">
            What stands under {name}.
          </TabPanel>
        ))}
      </Tabs>
      <Group title="States">
        <Forced part="[data-value=two]" state="hover">
          <Forced part="[data-value=three]" state="focus">
            <TabStates />
          </Forced>
        </Forced>
      </Group>
    </Section>
  )
}

function TabStates() {
  return (
    <Tabs
      label="States of a tab"
      items={[
        { value: 'one', name: 'Chosen', count: 1 },
        { value: 'two', name: 'Hover', count: 2 },
        { value: 'three', name: 'Focus', count: 3 },
        { value: 'four', name: 'Disabled', count: 0, disabled: true },
      ]}
      value="one"
      onChange={() => undefined}
    >
      <TabPanel value="one" />
    </Tabs>
  )
}
