/** Thoughts of the day for the demonstration: sayings whose authors died long ago. */
export const sayings: readonly { thought: string; author: string }[] = [
  { thought: 'Arise, awake, and stop not till the goal is reached.', author: 'Swami Vivekananda' },
  { thought: 'काल करे सो आज कर, आज करे सो अब। पल में परलय होएगी, बहुरि करेगा कब॥', author: 'कबीर' },
  { thought: 'Reading maketh a full man, conference a ready man, and writing an exact man.', author: 'Francis Bacon' },
  { thought: 'रहिमन धागा प्रेम का, मत तोड़ो चटकाय। टूटे से फिर ना जुड़े, जुड़े गाँठ परि जाय॥', author: 'रहीम' },
  { thought: 'It is not that we have a short time to live, but that we waste a lot of it.', author: 'Seneca' },
  { thought: 'धीरे-धीरे रे मना, धीरे सब कुछ होय। माली सींचे सौ घड़ा, ऋतु आए फल होय॥', author: 'कबीर' },
  { thought: 'Where the mind is without fear and the head is held high; where knowledge is free.', author: 'Rabindranath Tagore' },
  { thought: 'The journey of a thousand miles begins with a single step.', author: 'Laozi' },
  { thought: 'असतो मा सद्गमय। तमसो मा ज्योतिर्गमय।', author: 'बृहदारण्यक उपनिषद्' },
  { thought: 'Learning without thought is labour lost; thought without learning is perilous.', author: 'Confucius' },
  { thought: 'करत-करत अभ्यास के जड़मति होत सुजान। रसरी आवत-जात ते सिल पर परत निसान॥', author: 'वृन्द' },
  { thought: 'If I have seen further, it is by standing on the shoulders of giants.', author: 'Isaac Newton' },
]
