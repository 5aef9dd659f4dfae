//! Lines as clients send them, on a whole phone.
