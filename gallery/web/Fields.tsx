import { useState } from 'react'
import { AmountField } from '#web/ui/AmountField.tsx'
import { Card } from '#web/ui/Card.tsx'
import { DateField } from '#web/ui/DateField.tsx'
import type { FieldProps } from '#web/ui/Field.tsx'
import { FileField } from '#web/ui/FileField.tsx'
import { MonthField } from '#web/ui/MonthField.tsx'
import { PasswordField } from '#web/ui/PasswordField.tsx'
import { PictureField } from '#web/ui/PictureField.tsx'
import { RadioField } from '#web/ui/RadioField.tsx'
import { ReasonField } from '#web/ui/ReasonField.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { SliderField } from '#web/ui/SliderField.tsx'
import { SwitchField } from '#web/ui/SwitchField.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { TimeField } from '#web/ui/TimeField.tsx'
import { hindiName, longName } from './names.ts'

/** The value of a field and its setter. */
const useValue = <V,>(first: V): Pick<FieldProps<V>, 'value' | 'onChange'> => {
  const [value, onChange] = useState(first)
  return { value, onChange }
}

const slots = [
  { value: 'morning', label: 'Morning' },
  { value: 'afternoon', label: 'Afternoon' },
  { value: 'full-day', label: 'Full-day', isDisabled: true },
]
const rules = [
  { value: 'open', label: 'Open', hint: 'Managers may do everything' },
  { value: 'strict', label: 'Strict', hint: 'An admin approves what lowers a fee' },
] as const

const Texts = () => (
  <Card title="Text fields">
    <div className="kit-grid">
      <TextField label="Empty" {...useValue('')} />
      <TextField label="Required, with a hint" hint="As it is on the identity card" isRequired {...useValue(hindiName)} />
      <TextField label="With an error" error="Name is required" {...useValue('')} />
      <TextField label="Disabled" isDisabled {...useValue(longName)} />
      <TextField label="Email" type="email" {...useValue('asha@example.org')} />
      <PasswordField label="Password" autoComplete="new-password" {...useValue('quiet-reading-room')} />
      <SearchField label="Search documents" {...useValue('heat')} />
      <TextArea label="Notes" rows={3} {...useValue(longName)} />
    </div>
  </Card>
)

const Figures = () => (
  <Card title="Amounts, dates and choices">
    <div className="kit-grid">
      <AmountField label="Amount" {...useValue('1000')} />
      <DateField label="Last day" {...useValue('2026-11-24')} />
      <DateField label="Empty date, with an error" error="Enter a date" {...useValue('')} />
      <MonthField label="Month" {...useValue('2026-11')} />
      <TimeField label="Opens at" {...useValue('09:00')} />
      <SelectField label="Shift" options={slots} placeholder="Choose a shift" {...useValue('')} />
      <SliderField label="Logo height" min={20} max={80} step={5} said="40 px" {...useValue(40)} />
      <SwitchField label="Show the logo" hint="On every page" {...useValue(true)} />
      <SwitchField label="Off" {...useValue(false)} />
      <SwitchField label="Disabled" isDisabled {...useValue(true)} />
      <RadioField<'open' | 'strict'> label="Hall rules" name="rules" options={rules} {...useValue<'open' | 'strict'>('open')} />
      <ReasonField label="Reason" reasons={['Typing error', 'Paid twice']} other="Other" {...useValue('Paid twice')} />
    </div>
  </Card>
)

export const Fields = () => (
  <>
    <Texts />
    <Figures />
    <Card title="Files">
      <div className="kit-grid">
        <FileField label="PDF file" hint="PDF only, up to 10 MB" accept="application/pdf" {...useValue<File | null>(null)} />
        <FileField label="A file is chosen" {...useValue<File | null>(new File(['%PDF'], `${longName}.pdf`))} />
        <PictureField label="Picture" {...useValue<File | null>(null)} />
      </div>
    </Card>
  </>
)
