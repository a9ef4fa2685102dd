import { useCustomization } from '#system/customization/web/customization.queries.ts'
import { useWords } from '#web/words.ts'
import { receiptsEn } from '../receipts.en.ts'

/** The head of a paper: name, logo, address and phone of the hall. */
export const PaperHead = () => {
  const words = useWords(receiptsEn)
  const customization = useCustomization().data
  if (!customization) return null
  const { systemName, showLogo, logoUrl, landing } = customization
  return (
    <div className="flex items-center gap-3 border-line border-b pb-3">
      {showLogo && logoUrl && <img src={logoUrl} alt="" className="max-h-14 max-w-[33%] object-contain" />}
      <div className="min-w-0">
        <p dir="auto" className="font-display font-semibold text-lg wrap-anywhere">
          {systemName}
        </p>
        <p dir="auto" className="text-muted text-sm whitespace-pre-line wrap-anywhere">
          {landing.address}
        </p>
        {landing.phone && <p className="text-muted text-sm">{words.phone(landing.phone)}</p>}
      </div>
    </div>
  )
}

type Fact = { label: string; value: string }

/** The facts above the table of a paper, each value below its label. */
export const PaperFacts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className="paper-facts my-4 grid grid-cols-2 gap-x-4 gap-y-2">
    {facts.map(({ label, value }) => (
      <div key={label} className="min-w-0">
        <dt className="text-muted text-xs">{label}</dt>
        <dd dir="auto" className="wrap-anywhere">
          {value}
        </dd>
      </div>
    ))}
  </dl>
)
