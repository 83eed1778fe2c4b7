import { useDesk } from '../desk.ts'

/** Which merchants are searched, and the way to search the others. */
export function RealOrTest({ q }: { q: string }) {
  const { say, query } = useDesk()
  // A search at one merchant includes test merchants.
  if ((query.merchant_uid ?? '') !== '') return null
  const isTest = query.test === 'only'
  const to = new URLSearchParams(isTest ? { q } : { q, test: 'only' })
  return (
    <p>
      {isTest
        ? say({ zh: '搜尋範圍：測試商戶。', en: 'Test merchants are searched. ' })
        : query.test === 'all'
          ? say({ zh: '搜尋範圍：正式與測試商戶。', en: 'Real and test merchants are searched. ' })
          : say({ zh: '搜尋範圍：正式商戶。', en: 'Real merchants are searched. ' })}
      <a href={`/search?${to}`}>
        {isTest
          ? say({ zh: '改為搜尋正式商戶', en: 'Search the real ones' })
          : say({ zh: '改為搜尋測試商戶', en: 'Search the test merchants' })}
      </a>
    </p>
  )
}
