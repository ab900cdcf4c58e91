import { describe, expect, test } from 'vitest'
import { cleanRichText } from './rich-text.shared.ts'

describe('T36: rich texts', () => {
  test.each([
    ['a script goes with what is in it', '<p>a<script>alert(1)</script>b</p>', '<p>ab</p>'],
    ['a style too', '<style>p{display:none}</style><p>a</p>', '<p>a</p>'],
    ['a drawing leaves nothing', '<svg onload="alert(1)"><a href="javascript:alert(1)"></a></svg>x', 'x'],
    ['handlers go', '<p onclick="alert(1)" style="position:fixed" class="x" id="y">a</p>', '<p>a</p>'],
    [
      'pictures and frames go',
      '<p>a<img src=x onerror=alert(1)><iframe src="//evil"></iframe></p>',
      '<p>a</p>',
    ],
    ['forms leave their text', '<form action="//evil"><button>Sign in</button></form>', 'Sign in'],
    ['braces are text', '<p>{{7*7}} #{7*7}</p>', '<p>{{7*7}} #{7*7}</p>'],
    ['half a tag is text or nothing', '<p>1 < 2</p><p', '<p>1 &lt; 2</p>p'],
  ])('T36: %s', (_, given, wanted) => {
    expect(cleanRichText(given)).toBe(wanted)
  })

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' java\tscript:alert(1)',
    'java&#x0a;script:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    '//evil.example',
  ])('T36: a link to %s loses its address', (href) => {
    expect(cleanRichText(`<p><a href="${href}">a</a></p>`)).toBe('<p>a</p>')
  })

  test('a link keeps its address and gets no reference to our page', () => {
    const clean = cleanRichText(
      '<p><a href="https://brookside.example" target="_top" rel="opener">Us</a></p>',
    )
    expect(clean).toBe('<p><a href="https://brookside.example" rel="noopener noreferrer nofollow">Us</a></p>')
  })

  test('allowed tags are unchanged, and sanitizing twice changes nothing', () => {
    const text =
      '<h3>Terms</h3><p><strong>a</strong> <em>b</em> <u>c</u> <s>d</s><br />e</p><ul><li><p>f</p></li></ul><ol><li>g</li></ol><blockquote><p>h &amp; i</p></blockquote><hr />'
    expect(cleanRichText(text)).toBe(text)
    for (const odd of ['<p>1 < 2 & 3', '<b>a</b><h1>b</h1>', '&lt;script&gt;', '<<script>script>x']) {
      const once = cleanRichText(odd)
      expect(cleanRichText(once)).toBe(once)
      expect(once).not.toMatch(/<script/)
    }
  })

  test('tags of other editors keep their meaning', () => {
    expect(cleanRichText('<h1>A</h1><div><b>b</b> <i>c</i></div>')).toBe(
      '<h3>A</h3><p><strong>b</strong> <em>c</em></p>',
    )
  })

  test.each(['', '<p></p>', '<p><br></p>', '<p>&nbsp;</p>', '<script>x</script>', '<ul><li></li></ul>'])(
    '%s is an empty text',
    (empty) => {
      expect(cleanRichText(empty)).toBe('')
    },
  )
})
