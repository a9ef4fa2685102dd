import { useSearchParams } from 'react-router'
import { Loaded } from '#web/ui/Loaded.tsx'
import { Page } from '#web/ui/Page.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { useWords } from '#web/words.ts'
import { customizationEn } from '../customization.en.ts'
import { defaultRules } from '../customization.rules.contract.ts'
import { BrandingSection } from './BrandingSection.tsx'
import { ChatSection } from './ChatSection.tsx'
import { useCustomization } from './customization.queries.ts'
import { DocumentsSection } from './DocumentsSection.tsx'
import { HallSection } from './HallSection.tsx'
import { LandingSection } from './LandingSection.tsx'
import { RulesSection } from './RulesSection.tsx'
import { ThemesSection } from './ThemesSection.tsx'

const sections = ['branding', 'themes', 'landing', 'hall', 'rules', 'documents', 'chat'] as const
type Section = (typeof sections)[number]

const useSection = () => {
  const [parameters, setParameters] = useSearchParams()
  const section: Section = sections.find((one) => one === parameters.get('section')) ?? 'branding'
  return [section, (next: Section) => setParameters(next === 'branding' ? {} : { section: next })] as const
}

/** System Customization: the appearance, the landing page and the settings of the hall. */
export const CustomizationPage = () => {
  const words = useWords(customizationEn)
  const customization = useCustomization()
  const [section, setSection] = useSection()
  return (
    <Page title={words.title} about={words.about}>
      <Loaded of={customization} skeleton={<ListSkeleton rows={6} />} failed={words.failures.load}>
        {(data) => {
          const content = {
            branding: <BrandingSection customization={data} />,
            themes: <ThemesSection active={data.activeTheme} />,
            landing: <LandingSection landing={data.landing} />,
            hall: <HallSection hall={data.hall} />,
            rules: <RulesSection rules={data.rules ?? defaultRules} />,
            documents: <DocumentsSection documents={data.documents} />,
            chat: <ChatSection chat={data.chat} />,
          }
          const views = sections.map((key) => ({ key, title: words.sections[key], content: content[key] }))
          return <Tabs label={words.sections.label} views={views} chosen={section} onChoose={setSection} />
        }}
      </Loaded>
    </Page>
  )
}
