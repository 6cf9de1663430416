// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice For tests and the local chain only: a price of one ETH in dollars that anybody sets, in the shape of a
/// Chainlink feed.
contract MockPriceFeed {
    string public constant description = "ETH / USD";
    uint8 public constant decimals = 8;

    int256 private _price;
    /// @dev Zero: the price is always of this moment.
    uint256 private _updatedAt;

    /// @param price Dollars per ETH with 8 decimals.
    constructor(int256 price) {
        _price = price;
    }

    /// @param price Dollars per ETH with 8 decimals.
    /// @param updatedAt Unix time in seconds the price is of; zero for always this moment.
    function set(int256 price, uint256 updatedAt) external {
        _price = price;
        _updatedAt = updatedAt;
    }

    function latestRoundData()
        external
        view
        returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)
    {
        uint256 time = _updatedAt == 0 ? block.timestamp : _updatedAt;
        return (1, _price, time, time, 1);
    }
}
