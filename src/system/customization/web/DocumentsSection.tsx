import { Card } from '#web/ui/Card.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { useWords } from '#web/words.ts'
import { customizationApi } from '../customization.contract.ts'
import { documentSettingsEn } from '../customization.documents.en.ts'
import { customizationEn } from '../customization.en.ts'
import { type Documents, OfficeViewer } from '../customization.settings.contract.ts'
import { useUpdateDocuments } from './customization.queries.ts'
import { SaveRow } from './SaveRow.tsx'
import { useSettings } from './useSettings.ts'

export const DocumentsSection = ({ documents }: { documents: Documents }) => {
  const words = useWords(documentSettingsEn)
  const { failures } = useWords(customizationEn)
  const update = useUpdateDocuments()
  const settings = useSettings(customizationApi.updateDocuments, {
    stored: { officeViewer: documents.officeViewer },
    send: (body) => update.mutateAsync({ body }),
    failure: failures.documents,
  })
  const { officeViewer } = settings.draft
  return (
    <Card title={words.title} className="max-w-2xl">
      <form {...settings.props} className="flex flex-col gap-4">
        <SelectField
          label={words.viewer}
          hint={words.privacy[officeViewer]}
          name="officeViewer"
          options={OfficeViewer.options.map((value) => ({ value, label: words.viewers[value] }))}
          value={officeViewer}
          onChange={(next) => settings.set({ officeViewer: next as OfficeViewer })}
          error={settings.errors.officeViewer}
        />
        {documents.whyNotOfficeViewer && officeViewer !== 'none' && (
          <Notice tone="warning" title={words.whyNotTitle}>
            {words.whyNot[documents.whyNotOfficeViewer]}
          </Notice>
        )}
        <SaveRow settings={settings} />
      </form>
    </Card>
  )
}
