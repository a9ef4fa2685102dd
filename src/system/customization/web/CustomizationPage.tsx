import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { Loaded } from '#web/ui/Loaded.tsx'
import { Page } from '#web/ui/Page.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { useTabViews } from '#web/ui/Tabs.tsx'
import { useWords } from '#web/words.ts'
import type { Customization } from '../customization.contract.ts'
import { customizationEn } from '../customization.en.ts'
import { defaultRules } from '../customization.rules.contract.ts'
import { BrandingSection } from './BrandingSection.tsx'
import { ChatSection } from './ChatSection.tsx'
import { useCustomization } from './customization.queries.ts'
import { DocumentsSection } from './DocumentsSection.tsx'
import { HallSection, type InHall } from './HallSection.tsx'
import { LandingSection } from './LandingSection.tsx'
import { RulesSection } from './RulesSection.tsx'
import { ThemesSection } from './ThemesSection.tsx'
import { UnsavedSettings, useUnsavedSettings } from './unsavedSettings.ts'

const sections = ['branding', 'themes', 'landing', 'hall', 'rules', 'documents', 'chat'] as const
type Section = (typeof sections)[number]

const useSection = () => {
  const [parameters, setParameters] = useSearchParams()
  const section: Section = sections.find((one) => one === parameters.get('section')) ?? 'branding'
  return [section, (next: Section) => setParameters(next === 'branding' ? {} : { section: next })] as const
}

type Slots = { /** What other features show in the section Hall. */ inHall?: InHall }

/** System Customization: the appearance, the landing page and the settings of the hall. */
export const CustomizationPage = (slots: Slots) => {
  const words = useWords(customizationEn)
  const customization = useCustomization()
  const [section, setSection] = useSection()
  const { report, leaveFor } = useUnsavedSettings()
  const views = sections.map((key) => ({
    key,
    title: words.sections[key],
    content: (
      <Loaded of={customization} skeleton={<ListSkeleton rows={6} />} failed={words.failures.load}>
        {(data) => <SectionOf section={key} data={data} {...slots} />}
      </Loaded>
    ),
  }))
  const tabs = useTabViews({
    label: words.sections.label,
    views,
    chosen: section,
    onChoose: (next) => void leaveFor(() => setSection(next)),
  })
  return (
    <Page title={words.title} tabs={tabs.list}>
      <UnsavedSettings value={report}>{tabs.panel}</UnsavedSettings>
    </Page>
  )
}

const SectionOf = ({ section, data, inHall }: Slots & { section: Section; data: Customization }) => {
  const content: Record<Section, () => ReactNode> = {
    branding: () => <BrandingSection customization={data} />,
    themes: () => <ThemesSection active={data.activeTheme} />,
    landing: () => <LandingSection landing={data.landing} />,
    hall: () => <HallSection hall={data.hall} others={inHall} />,
    rules: () => <RulesSection rules={data.rules ?? defaultRules} />,
    documents: () => <DocumentsSection documents={data.documents} />,
    chat: () => <ChatSection chat={data.chat} />,
  }
  return content[section]()
}
