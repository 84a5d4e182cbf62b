import * as board from './classifieds.ts';
import * as classifiedFavourites from './classified-favourites.ts';
import * as classifiedSearches from './classified-searches.ts';

// The calls of the board by their documented names.
export const create = board.documented(board.create);
export const edit = board.documented(board.edit);
export const prolong = board.documented(board.prolong);
export const close = board.documented(board.close);
export const remove = board.documented(board.remove);
export const one = board.documented(board.one);
/** The documented path under the neutral prefix; our client uses a path without the word `ad`. */
export const oneBelow = { ...board.one, path: '/board/ad/:id' } as const;
export const phone = board.documented(board.phone);
export const click = board.documented(board.click);
export const list = board.documented(board.list);
export const newest = board.documented(board.newest);
export const mine = board.documented(board.mine);
export const favourites = board.documented(classifiedFavourites.favourites);
export const addFavourite = board.documented(classifiedFavourites.addFavourite);
export const removeFavourite = board.documented(classifiedFavourites.removeFavourite);
export const searches = board.documented(classifiedSearches.searches);
export const saveSearch = board.documented(classifiedSearches.saveSearch);
export const removeSearch = board.documented(classifiedSearches.removeSearch);
