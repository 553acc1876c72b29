import { render } from 'preact';
import { Board } from './board.tsx';

const place = document.getElementById('board');
if (place !== null) {
  place.replaceChildren();
  render(<Board />, place);
}
